/** A button that opens a small panel beside it. Closes by Esc, by a press outside, by leaving it, and by choosing. */
import { MenuLink } from './menu-link';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { cx } from '../core/cx';
import styles from './menu.module.css';

export interface PopoverProps {
  /** Spoken name of the button; shown as tooltip where the button is only an icon. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  /** The panel's content; `close` shuts it and gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
}

export function Popover({ label, trigger, align = 'end', children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  return (
    <div
      ref={frame}
      className={styles.frame}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open ? (
        <Panel id={panelId} align={align} close={close}>
          {children}
        </Panel>
      ) : null}
    </div>
  );
}

function Panel({ id, align, close, children }: Required<Pick<PopoverProps, 'align' | 'children'>> & { id: string; close: () => void }) {
  return (
    <div id={id} className={cx(styles.panel, align === 'start' && styles.start)}>
      {children(close)}
    </div>
  );
}

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** Leads there, or … */
  href?: string;
  isNewTab?: boolean;
  /** A line about where it leads. */
  help?: string | null;
  /** … does this. */
  onPress?: () => void;
  tone?: 'plain' | 'danger';
}

/** A list of ways and actions, for sheets and popovers. */
export function MenuList({ items, label, onChosen }: { items: readonly MenuItem[]; label: string; onChosen?: () => void }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ label: words, icon, href, isNewTab, help, onPress, tone }) => {
        const className = cx(styles.item, tone === 'danger' && styles.danger);
        const chosen = () => {
          onChosen?.();
          onPress?.();
        };
        return (
          <li key={words}>
            {href === undefined ? (
              <button type="button" className={className} onClick={chosen}>
                {icon}
                {words}
              </button>
            ) : (
              <MenuLink className={className} href={href} {...(isNewTab && { isNewTab })} help={help ?? null} onClick={chosen}>
                {icon}
                {words}
              </MenuLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

export function Menu({ items, ...popover }: Omit<PopoverProps, 'children'> & { items: readonly MenuItem[] }) {
  return <Popover {...popover}>{(close) => <MenuList items={items} label={popover.label} onChosen={close} />}</Popover>;
}

/** A button with a popover panel. Closes on Esc, on a press outside, when the focus leaves it, and on a choice. */
import { MenuLink } from './menu-link';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { cx } from '../core/cx';
import styles from './menu.module.css';

export interface PopoverProps {
  /** The accessible name and tooltip of the button. */
  label: string;
  /** The button's content. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  /** The panel's content; `close` closes it and returns the focus to the button. */
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
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onOutside);
    document.addEventListener('focusin', onOutside);
    return () => {
      document.removeEventListener('pointerdown', onOutside);
      document.removeEventListener('focusin', onOutside);
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
  /** The link target; either this or `onPress`. */
  href?: string;
  isNewTab?: boolean;
  /** A description, shown as a tooltip. */
  help?: string | null;
  /** The action; either this or `href`. */
  onPress?: () => void;
  tone?: 'plain' | 'danger';
}

/** A list of links and actions, for sheets and popovers. */
export function MenuList({ items, label, onChosen }: { items: readonly MenuItem[]; label: string; onChosen?: () => void }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(({ label: itemLabel, icon, href, isNewTab, help, onPress, tone }) => {
        const className = cx(styles.item, tone === 'danger' && styles.danger);
        const choose = () => {
          onChosen?.();
          onPress?.();
        };
        return (
          <li key={itemLabel}>
            {href === undefined ? (
              <button type="button" className={className} onClick={choose}>
                {icon}
                {itemLabel}
              </button>
            ) : (
              <MenuLink className={className} href={href} {...(isNewTab && { isNewTab })} help={help ?? null} onClick={choose}>
                {icon}
                {itemLabel}
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

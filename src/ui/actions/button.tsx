/** A button, or a link that looks like one. A busy button keeps its width, focus and label. */
import { Link } from '../core/link';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../core/cx';
import styles from './button.module.css';

/** `money` is for buttons that pay: tip, unlock. */
export type ButtonKind = 'primary' | 'plain' | 'money' | 'danger' | 'quiet';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'className' | 'children'> {
  kind?: ButtonKind;
  size?: 'normal' | 'small' | 'large';
  /** `pill`: for the main action of a profile or a locked item. */
  shape?: 'normal' | 'pill';
  /** Shows a progress bar inside and ignores presses. */
  busy?: boolean;
  icon?: ReactNode;
  /** Makes it a link. A URL of another site opens in a new window, which is announced. */
  href?: string;
  /** Full width of its container. */
  wide?: boolean;
  onPress?: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

const isExternal = (href: string): boolean => /^(https?:)?\/\//.test(href);

export function Button({
  kind = 'plain',
  size = 'normal',
  shape = 'normal',
  busy = false,
  icon,
  href,
  wide = false,
  onPress,
  children,
  type = 'button',
  disabled,
  ...rest
}: ButtonProps) {
  const className = cx(
    styles.button,
    styles[kind],
    size !== 'normal' && styles[size],
    shape === 'pill' && styles.pill,
    wide && styles.wide,
    busy && styles.busy,
  );
  const content = (
    <>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <span className={styles.label}>{children}</span>
      {busy ? <span className={styles.bar} aria-hidden="true" /> : null}
    </>
  );
  if (href !== undefined && disabled !== true) {
    const linkProps = {
      className,
      id: rest.id,
      title: rest.title,
      'aria-label': rest['aria-label'],
      'aria-describedby': rest['aria-describedby'],
    };
    if (isExternal(href)) {
      return (
        <a {...linkProps} href={href} target="_blank" rel="noopener noreferrer">
          {content}
          <span className="visually-hidden"> (opens in a new window)</span>
        </a>
      );
    }
    return (
      <Link {...linkProps} href={href} {...(onPress ? { onClick: onPress } : {})}>
        {content}
      </Link>
    );
  }
  return (
    <button
      {...rest}
      type={type}
      className={className}
      disabled={disabled}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onPress?.();
      }}
    >
      {content}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide' | 'size'> {
  /** The accessible name and tooltip. */
  label: string;
  icon: ReactNode;
}

/** A round icon button; its label is the accessible name and tooltip. */
export function IconButton({ label, icon, kind = 'quiet', busy = false, href, onPress, type = 'button', ...rest }: IconButtonProps) {
  const className = cx(styles.button, styles[kind], styles.round, busy && styles.busy);
  if (href !== undefined) {
    return (
      <Link className={className} href={href} aria-label={label} title={label}>
        {icon}
      </Link>
    );
  }
  return (
    <button
      {...rest}
      type={type}
      className={className}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onPress}
    >
      {icon}
    </button>
  );
}

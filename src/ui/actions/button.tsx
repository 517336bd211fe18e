/** The one way to act (a button) or to go (a link that looks like one). A busy button keeps its width, its focus and its words. */
import { Link } from '../core/link';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../core/cx';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'className' | 'children'> {
  kind?: ButtonKind;
  size?: 'normal' | 'small' | 'large';
  /** Shows a bar inside and takes no press. */
  busy?: boolean;
  icon?: ReactNode;
  /** Makes it a link. An address of another site opens in a new window and says so. */
  href?: string;
  /** As wide as its place. */
  wide?: boolean;
  onPress?: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

const isOutside = (href: string): boolean => /^(https?:)?\/\//.test(href);

export function Button({
  kind = 'plain',
  size = 'normal',
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
  const className = cx(styles.button, styles[kind], size !== 'normal' && styles[size], wide && styles.wide, busy && styles.busy);
  const inside = (
    <>
      {icon ? <span className={styles.icon}>{icon}</span> : null}
      <span className={styles.label}>{children}</span>
      {busy ? <span className={styles.bar} aria-hidden="true" /> : null}
    </>
  );
  if (href !== undefined && disabled !== true) {
    const described = {
      className,
      id: rest.id,
      title: rest.title,
      'aria-label': rest['aria-label'],
      'aria-describedby': rest['aria-describedby'],
    };
    if (isOutside(href)) {
      return (
        <a {...described} href={href} target="_blank" rel="noopener noreferrer">
          {inside}
          <span className="visually-hidden"> (opens in a new window)</span>
        </a>
      );
    }
    return (
      <Link {...described} href={href} {...(onPress ? { onClick: onPress } : {})}>
        {inside}
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
      {inside}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'wide' | 'size'> {
  /** What a screen reader hears and a pointer reads. */
  label: string;
  icon: ReactNode;
}

/** A round button that shows only its icon; its label is spoken and shown as a tooltip. */
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

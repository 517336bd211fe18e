/** The frame of navigation: a bar at the foot of phones, a rail beside the page on larger screens, a bar on top. */
import { Link } from './link';
import type { ReactNode } from 'react';
import { cx } from './cx';
import styles from './bars.module.css';

export interface NavItem {
  label: string;
  icon: ReactNode;
  href: string;
  /** How many things wait there; read out as "Messages, 3 unread". */
  badge?: number;
  /** The word after the number. */
  badgeWord?: string;
  /** Drawn as the one thing to do. */
  primary?: boolean;
}

export interface NavProps {
  items: readonly NavItem[];
  /** The address of the page that is open. */
  current: string;
  label?: string;
}

const badgeText = (count: number): string => (count > 99 ? '99+' : String(count));

function isCurrent(item: NavItem, current: string): boolean {
  const path = current.split(/[?#]/)[0] ?? '';
  return path === item.href || (item.href !== '/' && path.startsWith(`${item.href}/`));
}

function NavLink({ item, current, className }: { item: NavItem; current: string; className: string | undefined }) {
  const count = item.badge ?? 0;
  const here = isCurrent(item, current);
  return (
    <Link
      className={cx(className, here && styles.here, item.primary && styles.primary)}
      href={item.href}
      aria-current={here ? 'page' : undefined}
      aria-label={count > 0 ? `${item.label}, ${badgeText(count)} ${item.badgeWord ?? 'unread'}` : undefined}
    >
      <span className={styles.icon}>
        {item.icon}
        {count > 0 ? <span className={styles.badge}>{badgeText(count)}</span> : null}
      </span>
      <span className={styles.word}>{item.label}</span>
    </Link>
  );
}

/** Four or five places at the foot of a phone. `more` is one further control, such as the button that opens the account sheet. */
export function BottomBar({ items, current, label = 'Main', more }: NavProps & { more?: ReactNode }) {
  return (
    <nav className={styles.bottom} aria-label={label}>
      {items.map((item) => (
        <NavLink key={item.href} item={item} current={current} className={styles.tab} />
      ))}
      {more}
    </nav>
  );
}

/** The rail: icons alone on tablets, with words on large screens. */
export function SideRail({ items, current, label = 'Main', head, foot }: NavProps & { head?: ReactNode; foot?: ReactNode }) {
  return (
    <nav className={styles.rail} aria-label={label}>
      {head ? <div className={styles.railHead}>{head}</div> : null}
      <div className={styles.railItems}>
        {items.map((item) => (
          <NavLink key={item.href} item={item} current={current} className={styles.railItem} />
        ))}
      </div>
      {foot ? <div className={styles.railFoot}>{foot}</div> : null}
    </nav>
  );
}

/** A bar across the top that stays: the logo or the way back, and what belongs at hand. */
export function TopBar({ start, title, end }: { start?: ReactNode; title?: ReactNode; end?: ReactNode }) {
  return (
    <header className={styles.top}>
      <div className={styles.topStart}>{start}</div>
      {title ? <div className={styles.topTitle}>{title}</div> : null}
      <div className={styles.topEnd}>{end}</div>
    </header>
  );
}

/** Navigation: a bottom bar on phones, a side rail on larger screens, a top bar. */
import { Link } from '../core/link';
import type { ReactNode } from 'react';
import { badgeText } from '@web/lib/wording/badge-text';
import { cx } from '../core/cx';
import styles from './navigation-bars.module.css';

export interface NavItem {
  label: string;
  icon: ReactNode;
  href: string;
  /** A count, announced as "Messages, 3 unread". */
  badge?: number;
  /** The word after the count; "unread" by default. */
  badgeLabel?: string;
  /** Emphasized as the main action. */
  primary?: boolean;
  /** Further paths at which it is the current item. */
  alsoAt?: readonly string[];
}

export interface NavItemsProps {
  items: readonly NavItem[];
  /** The current path. */
  current: string;
}

function isCurrent(item: NavItem, current: string): boolean {
  const path = current.split(/[?#]/)[0] ?? '';
  return [item.href, ...(item.alsoAt ?? [])].some((href) => path === href || (href !== '/' && path.startsWith(`${href}/`)));
}

export interface NavLinkProps {
  item: NavItem;
  current: string;
  className?: string | undefined;
  /** The accessible name, if it is more than the label. */
  name?: string;
  /** What follows the label. */
  end?: ReactNode;
}

export function NavLink({ item, current, className, name, end }: NavLinkProps) {
  const count = item.badge ?? 0;
  const isCurrentPage = isCurrent(item, current);
  return (
    <Link
      className={cx(className, isCurrentPage && styles.current, item.primary && styles.primary)}
      href={item.href}
      aria-current={isCurrentPage ? 'page' : undefined}
      aria-label={name ?? (count > 0 ? `${item.label}, ${badgeText(count)} ${item.badgeLabel ?? 'unread'}` : undefined)}
    >
      <span className={styles.icon}>
        {item.icon}
        {count > 0 ? <span className={styles.badge}>{badgeText(count)}</span> : null}
      </span>
      <span className={styles.label}>{item.label}</span>
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </Link>
  );
}

/** Items of the bottom bar. */
export function Tabs({ items, current }: NavItemsProps) {
  return items.map((item) => <NavLink key={item.href} item={item} current={current} className={styles.tab} />);
}

/** The bottom bar of phones, with four or five controls: `Tabs`, and buttons that open sheets. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.bottom} aria-label={label}>
      {children}
    </nav>
  );
}

/** Items of the side rail: only icons on tablets, with labels on large screens. */
export function RailItems({ items, current, children }: NavItemsProps & { children?: ReactNode }) {
  return (
    <div className={styles.railItems}>
      {items.map((item) => (
        <NavLink key={item.href} item={item} current={current} className={styles.railItem} />
      ))}
      {children}
    </div>
  );
}

/** The side rail: `RailItems` between head and foot. */
export function SideRail({ label, head, foot, children }: { label: string; head: ReactNode; foot: ReactNode; children: ReactNode }) {
  return (
    <nav className={styles.rail} aria-label={label}>
      <div className={styles.railHead}>{head}</div>
      {children}
      <div className={styles.railFoot}>{foot}</div>
    </nav>
  );
}

/** An icon link in the top bar. */
export function TopLink({ item, current }: { item: NavItem; current: string }) {
  return <NavLink item={item} current={current} className={styles.topLink} />;
}

/** A sticky top bar: the logo or a back link, and actions. */
export function TopBar({ start, end }: { start?: ReactNode; end?: ReactNode }) {
  return (
    <header className={styles.top}>
      <div className={styles.topStart}>{start}</div>
      <div className={styles.topEnd}>{end}</div>
    </header>
  );
}

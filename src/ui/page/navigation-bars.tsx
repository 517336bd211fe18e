/** The frame of navigation: a bar at the foot of phones, a rail beside the page on larger screens, a bar on top. */
import { Link } from '../core/link';
import type { ReactNode } from 'react';
import { badgeText } from '@web/lib/wording/badge-text';
import { cx } from '../core/cx';
import styles from './navigation-bars.module.css';

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

export interface PlacesProps {
  items: readonly NavItem[];
  /** The address of the page that is open. */
  current: string;
}

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

/** Places in the bar at the foot. */
export function Tabs({ items, current }: PlacesProps) {
  return items.map((item) => <NavLink key={item.href} item={item} current={current} className={styles.tab} />);
}

/** Four or five controls at the foot of a phone: `Tabs`, and what opens a sheet. */
export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.bottom} aria-label={label}>
      {children}
    </nav>
  );
}

/** Places in the rail: icons alone on tablets, with words on large screens. */
export function RailPlaces({ items, current }: PlacesProps) {
  return (
    <div className={styles.railItems}>
      {items.map((item) => (
        <NavLink key={item.href} item={item} current={current} className={styles.railItem} />
      ))}
    </div>
  );
}

/** The rail: `RailPlaces` between its head and its foot. */
export function SideRail({ label, head, foot, children }: { label: string; head: ReactNode; foot: ReactNode; children: ReactNode }) {
  return (
    <nav className={styles.rail} aria-label={label}>
      <div className={styles.railHead}>{head}</div>
      {children}
      <div className={styles.railFoot}>{foot}</div>
    </nav>
  );
}

/** One place as an icon in the bar on top. */
export function TopLink({ item, current }: { item: NavItem; current: string }) {
  return <NavLink item={item} current={current} className={styles.topLink} />;
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

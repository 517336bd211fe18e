/** Items of the side rail that only signed-in people have; guests do not load this code. */
import type { ReactNode } from 'react';
import { NavLink, type NavLinkProps } from './navigation-bars';
import styles from './navigation-bars.module.css';

/** An item with something after its label. */
export function RailItem(props: Omit<NavLinkProps, 'className'>) {
  return <NavLink {...props} className={styles.railItem} />;
}

/** A button that looks like an item, and opens a dialog. */
export function RailButton({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className={styles.railItem} aria-haspopup="dialog" onClick={onPress}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{label}</span>
    </button>
  );
}

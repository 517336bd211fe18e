/** Filter chips and tabs. Both rows scroll horizontally. */
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link } from '../core/link';
import { cx } from '../core/cx';
import { CloseIcon } from '../icons/icons';
import styles from './chips.module.css';

export interface ChipProps {
  children: ReactNode;
  chosen?: boolean;
  /** Without it the chip is not interactive. */
  onToggle?: () => void;
  /** Shows a cross; pressing removes the filter. */
  removable?: boolean;
  disabled?: boolean;
}

export function Chip({ children, chosen = false, onToggle, removable = false, disabled }: ChipProps) {
  const className = cx(styles.chip, chosen && styles.chosen);
  if (!onToggle) return <span className={cx(styles.chip, styles.still)}>{children}</span>;
  return (
    <button type="button" className={className} aria-pressed={removable ? undefined : chosen} disabled={disabled} onClick={onToggle}>
      {removable ? <span className="visually-hidden">Remove filter </span> : null}
      {children}
      {removable ? <CloseIcon className={styles.cross} /> : null}
    </button>
  );
}

export interface ChipRowProps {
  label: string;
  chips: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

export function ChipRow({ label, chips, chosen, onToggle }: ChipRowProps) {
  return (
    <div className={styles.row} role="group" aria-label={label}>
      {chips.map((chip) => (
        <Chip key={chip.value} chosen={chosen.includes(chip.value)} onToggle={() => onToggle(chip.value)}>
          {chip.label}
        </Chip>
      ))}
    </div>
  );
}

export interface TabRowProps {
  label: string;
  tabs: readonly { value: string; label: ReactNode }[];
  current: string;
  hrefOf: (value: string) => string;
}

/** Tabs as links, so that each has a URL and Back works. The current tab is scrolled into view. */
export function TabRow({ label, tabs, current, hrefOf }: TabRowProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-current]');
    if (!row.current || !tab) return;
    const [rowBox, tabBox] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    // Scrolls only the row: `scrollIntoView` would scroll the page as well.
    row.current.scrollLeft += tabBox.left + tabBox.width / 2 - (rowBox.left + rowBox.width / 2);
  }, [current]);
  return (
    <nav ref={row} className={cx(styles.row, styles.tabs)} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          className={cx(styles.tab, tab.value === current && styles.current)}
          href={hrefOf(tab.value)}
          scroll={false}
          aria-current={tab.value === current ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

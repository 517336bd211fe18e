/** Something published as a card in a grid: its picture in a box of known ratio, what is inside, what it costs. The whole card leads to it. */
import type { ReactNode } from 'react';
import { LockIcon } from '../icons/icons';
import { Link } from '../core/link';
import { MediaBox } from '../media/media-box';
import styles from './item-card.module.css';

export interface ItemCardProps {
  href: string;
  title: string;
  /** Width : height. */
  ratio: number;
  src: string | null;
  /** A picture of a few bytes as a data address; all there is to see of something locked. */
  blur: string | null;
  isLocked: boolean;
  /** What is inside, in a word: its length, or how many. */
  inside: string | null;
  /** What it costs, or that it is paid for. */
  badge: ReactNode;
  /** Below the title. */
  note: ReactNode;
  /** Among the first on the page: its picture loads at once. */
  first?: boolean;
}

export function ItemCard({ href, title, ratio, src, blur, isLocked, inside, badge, note, first = false }: ItemCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <MediaBox src={src ?? blur} blur={blur} alt="" ratio={ratio} first={first}>
          {badge ? <span className={styles.badge}>{badge}</span> : null}
          {isLocked ? (
            <span className={styles.lock} role="img" aria-label="Locked">
              <LockIcon />
            </span>
          ) : null}
          {inside === null ? null : <span className={styles.inside}>{inside}</span>}
        </MediaBox>
      </div>
      <h3 className={styles.title}>
        <Link className={styles.link} href={href}>
          {title}
        </Link>
      </h3>
      <p className={styles.note}>{note}</p>
    </article>
  );
}

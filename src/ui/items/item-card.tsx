/** A grid card of an item: image, contents and price. The whole card is a link. */
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
  /** A tiny preview image as a data URL. Locked items show only this. */
  blur: string | null;
  isLocked: boolean;
  /** The contents: the duration, or the number of files. */
  contents: string | null;
  /** The price, or that it is bought. */
  badge: ReactNode;
  /** Below the title. */
  note: ReactNode;
  /** Loads the image eagerly, for the first items on the page. */
  first?: boolean;
}

export function ItemCard({ href, title, ratio, src, blur, isLocked, contents, badge, note, first = false }: ItemCardProps) {
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
          {contents === null ? null : <span className={styles.inside}>{contents}</span>}
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

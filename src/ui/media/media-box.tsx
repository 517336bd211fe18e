/** A picture in a box whose ratio is known before it loads: nothing moves, and a broken picture shows the leaf. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { usePicture } from '../core/use-picture';
import styles from './media-box.module.css';

export interface MediaBoxProps {
  src?: string | null | undefined;
  alt: string;
  /** Width : height as a figure, such as `3` for a cover. */
  ratio: number;
  /** A picture of a few bytes as a data address, shown until the real one is there. */
  blur?: string | null | undefined;
  fit?: 'cover' | 'contain';
  /** What shows when there is no picture. */
  fallback?: string;
  /** The first large picture of a page loads at once. */
  first?: boolean;
  /** Corners of the page's edge rather than of a card. */
  square?: boolean;
  children?: ReactNode;
}

export function MediaBox({
  src,
  alt,
  ratio,
  blur,
  fit = 'cover',
  fallback = '/images/leaf.svg',
  first = false,
  square = false,
  children,
}: MediaBoxProps) {
  const { shown, behind, watch } = usePicture(src, blur);
  return (
    <div className={cx(styles.box, square && styles.square)} style={{ aspectRatio: String(ratio), ...behind }}>
      {shown === null ? (
        <img className={styles.fallback} src={fallback} alt={src ? alt : ''} />
      ) : (
        <img
          className={fit === 'contain' ? styles.contain : styles.cover}
          src={shown}
          alt={alt}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          {...watch}
        />
      )}
      {children}
    </div>
  );
}

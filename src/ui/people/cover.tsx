/** The wide picture at the head of a person: a wash of the accent when there is none, its blur until it has loaded. Decoration. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { usePicture } from '../core/use-picture';
import styles from './cover.module.css';

interface CoverProps {
  src: string | null;
  /** A picture of a few bytes as a data address. */
  blur: string | null;
  /** Width : height; the class sets the shape of the corners. */
  ratio: number;
  className?: string | undefined;
  loading: 'eager' | 'lazy';
  /** The largest picture of the page. */
  main?: true;
  /** What stands on the picture. */
  children?: ReactNode;
}

export function Cover({ src, blur, ratio, className, loading, main, children }: CoverProps) {
  const { shown, behind, watch } = usePicture(src, blur);
  return (
    <div className={cx(styles.cover, className)} style={{ aspectRatio: ratio, ...behind }}>
      {shown === null ? null : (
        <img
          className={styles.picture}
          src={shown}
          alt=""
          loading={loading}
          decoding="async"
          fetchPriority={main ? 'high' : undefined}
          {...watch}
        />
      )}
      {children}
    </div>
  );
}

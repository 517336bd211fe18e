/** A profile's cover image: a gradient if there is none, the blurred preview until it has loaded. Decorative. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { useImageState } from '../core/use-image-state';
import styles from './cover.module.css';

interface CoverProps {
  src: string | null;
  /** A tiny preview image as a data URL. */
  blur: string | null;
  /** Width : height. The corners are set by `className`. */
  ratio: number;
  className?: string | undefined;
  loading: 'eager' | 'lazy';
  /** Loads with high priority, as the largest image of the page. */
  main?: true;
  /** Overlaid on the image. */
  children?: ReactNode;
}

export function Cover({ src, blur, ratio, className, loading, main, children }: CoverProps) {
  const { shownSrc, placeholderStyle, imageProps } = useImageState(src, blur);
  return (
    <div className={cx(styles.cover, className)} style={{ aspectRatio: ratio, ...placeholderStyle }}>
      {shownSrc === null ? null : (
        <img
          className={styles.picture}
          src={shownSrc}
          alt=""
          loading={loading}
          decoding="async"
          fetchPriority={main ? 'high' : undefined}
          {...imageProps}
        />
      )}
      {children}
    </div>
  );
}

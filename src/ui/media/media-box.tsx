/** An image in a box with a known aspect ratio, so that nothing shifts. A broken image is replaced by the fallback. */
import type { ReactNode } from 'react';
import { cx } from '../core/cx';
import { useImageState } from '../core/use-image-state';
import styles from './media-box.module.css';

export interface MediaBoxProps {
  src?: string | null | undefined;
  alt: string;
  /** Width : height as a number, such as `3` for a cover. */
  ratio: number;
  /** A tiny preview image as a data URL, shown until the image has loaded. */
  blur?: string | null | undefined;
  fit?: 'cover' | 'contain';
  /** Shown without an image. */
  fallback?: string;
  /** Loads eagerly, for the first large image of a page. */
  first?: boolean;
  /** Without rounded corners. */
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
  const { shownSrc, placeholderStyle, imageProps } = useImageState(src, blur);
  return (
    <div className={cx(styles.box, square && styles.square)} style={{ aspectRatio: String(ratio), ...placeholderStyle }}>
      {shownSrc === null ? (
        <img className={styles.fallback} src={fallback} alt={src ? alt : ''} />
      ) : (
        <img
          className={fit === 'contain' ? styles.contain : styles.cover}
          src={shownSrc}
          alt={alt}
          decoding="async"
          loading={first ? 'eager' : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          {...imageProps}
        />
      )}
      {children}
    </div>
  );
}

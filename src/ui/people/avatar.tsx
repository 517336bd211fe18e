/** A profile photo in a circle, or initials if there is none or it failed to load. Live people have a ring and a badge. */
import { placeholders } from '@contract/kernel/conventions';
import { cx } from '../core/cx';
import { useImageState } from '../core/use-image-state';
import styles from './avatar.module.css';

export interface AvatarProps {
  name: string;
  src?: string | null | undefined;
  /** A tiny preview image as a data URL, shown until the photo has loaded. */
  blur?: string | null | undefined;
  size?: 'small' | 'normal' | 'large' | 'huge';
  live?: boolean;
  online?: boolean;
  /** The alt text; without it the photo is decorative. */
  alt?: string;
}

/** At most two initials. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const first = Array.from(words[0] ?? '')[0] ?? '';
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : '';
  return (first + last).toUpperCase();
}

export function Avatar({ name, src, blur, size = 'normal', live = false, online = false, alt = '' }: AvatarProps) {
  const { shownSrc, placeholderStyle, imageProps } = useImageState(src === placeholders.avatar ? null : src, blur);
  return (
    <span className={cx(styles.avatar, styles[size], live && styles.live)}>
      {shownSrc === null ? (
        <span className={styles.initials} {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}>
          {initialsOf(name)}
        </span>
      ) : (
        <img
          className={styles.picture}
          src={shownSrc}
          alt={alt}
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          style={placeholderStyle}
          {...imageProps}
        />
      )}
      {live ? <span className={styles.badge}>LIVE</span> : null}
      {online && !live ? <span className={styles.online} role="img" aria-label="Online" /> : null}
    </span>
  );
}

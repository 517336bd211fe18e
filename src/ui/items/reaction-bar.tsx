/** The reactions of an item: like, comments, bookmark, share, tip. The counts are part of the accessible names. */
import type { ReactNode } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { numberFormat } from '@web/lib/i18n/intl';
import { cx } from '../core/cx';
import { BookmarkIcon, CommentIcon, GiftIcon, HeartIcon, LinkOutIcon } from '../icons/icons';
import { Link } from '../core/link';
import styles from './reaction-bar.module.css';

export interface ReactionBarProps {
  liked: boolean;
  likes: number;
  bookmarked: boolean;
  comments: number;
  /** The link to the comments; without it only the count is shown. */
  commentsHref?: string;
  onLike: () => void;
  onBookmark: () => void;
  onShare: () => void;
  onTip?: (() => void) | undefined;
  /** More actions, at the end. */
  more?: ReactNode;
}

const compact = (count: number): string =>
  numberFormat(undefined, { notation: 'compact', maximumFractionDigits: count < 10_000 ? 1 : 0 }).format(count);

export function ReactionBar({
  liked,
  likes,
  bookmarked,
  comments,
  commentsHref,
  onLike,
  onBookmark,
  onShare,
  onTip,
  more,
}: ReactionBarProps) {
  const commentWords = countWords(comments, 'comment');
  const commentContent = (
    <>
      <CommentIcon />
      <span className={styles.count}>{compact(comments)}</span>
    </>
  );
  return (
    <div className={styles.bar} role="group" aria-label="Reactions">
      <button
        type="button"
        className={cx(styles.action, liked && styles.on)}
        aria-pressed={liked}
        aria-label={`Like, ${countWords(likes, 'like')}`}
        title={liked ? 'Unlike' : 'Like'}
        onClick={onLike}
      >
        <HeartIcon {...(liked ? { fill: 'currentColor' } : {})} />
        <span className={styles.count}>{compact(likes)}</span>
      </button>
      {commentsHref === undefined ? (
        <span className={styles.action} role="img" aria-label={commentWords} title={commentWords}>
          {commentContent}
        </span>
      ) : (
        <Link className={styles.action} href={commentsHref} aria-label={`Comment, ${commentWords}`} title={commentWords}>
          {commentContent}
        </Link>
      )}
      {onTip ? (
        <button type="button" className={styles.action} aria-label="Tip" title="Tip" onClick={onTip}>
          <GiftIcon />
        </button>
      ) : null}
      <span className={styles.end}>
        <button
          type="button"
          className={cx(styles.action, bookmarked && styles.on)}
          aria-pressed={bookmarked}
          aria-label="Bookmark"
          title={bookmarked ? 'Remove bookmark' : 'Bookmark'}
          onClick={onBookmark}
        >
          <BookmarkIcon {...(bookmarked ? { fill: 'currentColor' } : {})} />
        </button>
        <button type="button" className={styles.action} aria-label="Share" title="Share" onClick={onShare}>
          <LinkOutIcon />
        </button>
        {more}
      </span>
    </div>
  );
}

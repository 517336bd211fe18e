/** A post as a small square: its picture or its blur, else its first words. The whole tile leads to it. */
import { firstWords, insideOf, insideWords, titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import { LockIcon, PollIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { Post } from './requests';
import styles from './feed.module.css';

const tileSigns = 70;

export function PostTile({ post }: { post: Post }) {
  const { isLocked, poll, thumbnail, files, title, text, performer } = post;
  const picture = thumbnail ?? files[0];
  const src = picture?.thumbnailUrl ?? picture?.url ?? picture?.blur ?? null;
  const words = firstWords(title === '' ? text : title, tileSigns);
  const inside = insideWords(insideOf(post));
  return (
    <Link className={styles.tile} href={itemPath(post)} aria-label={words === '' ? `Post by ${performer.name}` : titleOf(post)}>
      <MediaBox src={src} blur={picture?.blur} alt="" ratio={1} {...(src === null && words !== '' ? { fallback: blank } : {})}>
        {src === null ? <span className={styles.tileWords}>{words}</span> : null}
        {isLocked || poll !== null || inside !== null ? (
          <span className={styles.mark}>
            {isLocked ? (
              <>
                <LockIcon />
                <span className="visually-hidden">Locked. </span>
              </>
            ) : null}
            {poll === null ? null : <PollIcon />}
            {inside}
          </span>
        ) : null}
      </MediaBox>
    </Link>
  );
}

/** Nothing behind words: a picture would only make them hard to read. */
const blank = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

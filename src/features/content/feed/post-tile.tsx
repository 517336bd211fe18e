/** A post as a small square: its picture or its blurred picture, else the beginning of its text. The whole tile is a link. */
import { firstWords, contentsOf, contentsText, titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import { LockIcon, PollIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { MediaBox } from '@web/ui/media/media-box';
import type { Post } from './requests';
import styles from './feed.module.css';

const tile_chars = 70;

export function PostTile({ post }: { post: Post }) {
  const { isLocked, poll, thumbnail, files, title, text, performer } = post;
  const picture = thumbnail ?? files[0];
  const src = picture?.thumbnailUrl ?? picture?.url ?? picture?.blur ?? null;
  const excerpt = firstWords(title === '' ? text : title, tile_chars);
  const contents = contentsText(contentsOf(post));
  return (
    <Link className={styles.tile} href={itemPath(post)} aria-label={excerpt === '' ? `Post by ${performer.name}` : titleOf(post)}>
      <MediaBox src={src} blur={picture?.blur} alt="" ratio={1} {...(src === null && excerpt !== '' ? { fallback: blankImage } : {})}>
        {src === null ? <span className={styles.tileWords}>{excerpt}</span> : null}
        {isLocked || poll !== null || contents !== null ? (
          <span className={styles.mark}>
            {isLocked ? (
              <>
                <LockIcon />
                <span className="visually-hidden">Locked. </span>
              </>
            ) : null}
            {poll === null ? null : <PollIcon />}
            {contents}
          </span>
        ) : null}
      </MediaBox>
    </Link>
  );
}

/** No picture behind text: the text would be hard to read. */
const blankImage = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * What a post shows besides its words: photos, films and sounds, or the lock before them, with the teaser where there is one.
 * The viewer of photos comes when the first of them is opened.
 */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { insideOf, titleOf } from '@web/lib/wording/item-labels';
import { useFreshFile } from '@web/services/use-fresh-file';
import type { OpenItem } from '@web/social/use-open-item';
import { LazyVideo } from '@web/ui/media/lazy-video';
import type { MediaFile } from '@web/ui/media/lazy-video';
import { LockedMedia } from '@web/ui/media/locked-media';
import { boxRatioOf, MediaCarousel, viewerPhotos } from '@web/ui/media/media-carousel';
import { MediaBox } from '@web/ui/media/media-box';
import type { Post } from './requests';
import styles from './feed.module.css';

const ReportablePhotos = dynamic(() => import('@web/social/reportable-photos').then((loaded) => loaded.ReportablePhotos), { ssr: false });

interface PostMediaProps {
  post: Post;
  lock: OpenItem;
  /** Among the first things of the page: its first picture loads at once. */
  first: boolean;
}

export function PostMedia({ post, lock, first }: PostMediaProps) {
  if (post.isLocked) return <Locked post={post} lock={lock} />;
  if (post.files.length > 0) return <Files post={post} onExpired={lock.reread} first={first} />;
  const { thumbnail } = post;
  return thumbnail === null ? null : (
    <MediaBox src={thumbnail.url ?? thumbnail.thumbnailUrl} alt="" blur={thumbnail.blur} ratio={boxRatioOf(thumbnail)} first={first} />
  );
}

function Files({ post, onExpired, first }: { post: Post; onExpired: () => Promise<void>; first: boolean }) {
  const [shown, show] = useState<number | null>(null);
  const title = titleOf(post);
  return (
    <>
      <MediaCarousel
        files={post.files}
        poster={post.thumbnail}
        title={title}
        onOpen={show}
        onExpired={onExpired}
        {...(first ? { first } : {})}
      />
      {shown === null ? null : (
        <ReportablePhotos
          photos={viewerPhotos(post.files, title)}
          index={shown}
          onClose={() => show(null)}
          onIndex={show}
          subject={{ target: 'feed', id: post._id, title: 'Report this post', person: post.performer }}
        />
      )}
    </>
  );
}

function Locked({ post, lock: { reason, way } }: Pick<PostMediaProps, 'post' | 'lock'>) {
  const { teaser, thumbnail, files } = post;
  const inside = insideOf(post);
  const picture = thumbnail ?? files[0];
  const hasTeaser = teaser !== null && teaser.sources.length > 0;
  return (
    <>
      {hasTeaser ? <Teaser file={teaser} title={titleOf(post)} /> : null}
      <LockedMedia
        kind={hasTeaser ? 'text' : inside.kind}
        blur={picture?.blur ?? null}
        ratio={boxRatioOf(picture)}
        count={inside.count}
        duration_s={inside.duration_s}
        reason={reason}
        way={way}
      />
    </>
  );
}

function Teaser({ file, title }: { file: MediaFile; title: string }) {
  const [fresh, renew] = useFreshFile(file);
  return (
    <div className={styles.teaser} style={{ aspectRatio: boxRatioOf(file) }}>
      <LazyVideo file={fresh} title={`teaser of ${title}`} onExpired={renew} />
    </div>
  );
}

/**
 * The media of a post: photos, videos and audio, or their lock, with the teaser if there is one.
 * The photo viewer is loaded when the first photo is opened.
 */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { contentsOf, titleOf } from '@web/lib/wording/item-labels';
import { useFreshFile } from '@web/services/use-fresh-file';
import type { ItemUnlock } from '@web/social/use-unlock-item';
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
  lock: ItemUnlock;
  /** Above the fold: its first picture is loaded eagerly. */
  first: boolean;
}

export function PostMedia({ post, lock, first }: PostMediaProps) {
  if (post.isLocked) return <Locked post={post} lock={lock} />;
  if (post.files.length > 0) return <Files post={post} onExpired={lock.refetch} first={first} />;
  const { thumbnail } = post;
  return thumbnail === null ? null : (
    <MediaBox src={thumbnail.url ?? thumbnail.thumbnailUrl} alt="" blur={thumbnail.blur} ratio={boxRatioOf(thumbnail)} first={first} />
  );
}

function Files({ post, onExpired, first }: { post: Post; onExpired: () => Promise<void>; first: boolean }) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const title = titleOf(post);
  return (
    <>
      <MediaCarousel
        files={post.files}
        poster={post.thumbnail}
        title={title}
        onOpen={setOpenIndex}
        onExpired={onExpired}
        {...(first ? { first } : {})}
      />
      {openIndex === null ? null : (
        <ReportablePhotos
          photos={viewerPhotos(post.files, title)}
          index={openIndex}
          onClose={() => setOpenIndex(null)}
          onIndexChange={setOpenIndex}
          subject={{ target: 'feed', id: post._id, title: 'Report this post', person: post.performer }}
        />
      )}
    </>
  );
}

function Locked({ post, lock: { reason, action } }: Pick<PostMediaProps, 'post' | 'lock'>) {
  const { teaser, thumbnail, files } = post;
  const contents = contentsOf(post);
  const picture = thumbnail ?? files[0];
  const hasTeaser = teaser !== null && teaser.sources.length > 0;
  return (
    <>
      {hasTeaser ? <Teaser file={teaser} title={titleOf(post)} /> : null}
      <LockedMedia
        kind={hasTeaser ? 'text' : contents.kind}
        blur={picture?.blur ?? null}
        ratio={boxRatioOf(picture)}
        count={contents.count}
        duration_s={contents.duration_s}
        reason={reason}
        action={action}
      />
    </>
  );
}

function Teaser({ file, title }: { file: MediaFile; title: string }) {
  const [fresh, renew] = useFreshFile(file);
  return (
    <div className={styles.teaser} style={{ aspectRatio: boxRatioOf(file) }}>
      <LazyVideo file={fresh} title={`teaser for ${title}`} onExpired={renew} />
    </div>
  );
}

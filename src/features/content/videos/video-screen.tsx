/** A video's page: the player or the lock, title and performer, reactions, and more videos by the performer. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { countWords } from '@web/lib/i18n/counts';
import { itemPath, profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { ItemPerformer, ItemReactions } from '@web/social/item-parts';
import { useSocketEvent } from '@web/realtime/socket-events';
import { useUnlockItem } from '@web/social/use-unlock-item';
import { MoreItems } from '@web/ui/items/item-lists';
import { ItemMetaTags } from '@web/ui/items/item-meta-tags';
import { pageTitleId } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { Skeleton } from '@web/ui/feedback/states';
import { TagList } from '@web/ui/items/tag-list';
import { TimeAgo } from '@web/ui/display/times';
import { relatedRequest, videoRequest } from './requests';
import { pictureOf, VideoCard } from './video-card';
import type { Video } from './video-card';
import { VideoPlayerArea } from './video-stage';
import styles from './videos.module.css';

interface VideoScreenProps {
  /** The site's origin: previews and canonical links need absolute URLs. */
  siteUrl: string;
  /** The comments; another feature provides them. */
  comments?: (video: Video) => ReactNode;
}

export function VideoScreen({ siteUrl, comments }: VideoScreenProps) {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, mutate } = useEndpoint('GET /performer-assets/videos/:id', id === '' ? null : videoRequest(id));
  const revalidate = useCallback(() => void mutate(), [mutate]);
  if (error && data === undefined) return <ItemErrorPage error={error} kind="video" onRetry={revalidate} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading the video…" />;
  return (
    <article className={styles.page}>
      <VideoContent key={data._id} video={data} siteUrl={siteUrl} {...(comments ? { comments } : {})} onProcessed={revalidate} />
      <Related video={data} />
    </article>
  );
}

interface VideoContentProps extends VideoScreenProps {
  video: Video;
  onProcessed: () => void;
}

function VideoContent({ video, siteUrl, comments, onProcessed }: VideoContentProps) {
  const { title, performer, stats } = video;
  const lock = useUnlockItem(video);
  const url = `${siteUrl}${itemPath(video)}`;
  const picture = pictureOf(video);

  const fileId = video.video?._id;
  const onFileProcessed = useCallback((file: Stamped<'file/processed'>) => file._id === fileId && onProcessed(), [fileId, onProcessed]);
  useSocketEvent('file/processed', onFileProcessed);

  return (
    <div className={styles.main}>
      <ItemMetaTags
        item={video}
        title={title}
        text={video.description}
        image={picture?.thumbnails[0] ?? picture?.thumbnailUrl ?? null}
        url={url}
        type="video.other"
      />
      <VideoPlayerArea video={video} lock={lock} />
      <div>
        <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.details}>
          <span>{countWords(stats.views, 'view')}</span>
          <TimeAgo at={video.publishedAt ?? video.createdAt} />
        </p>
      </div>
      <ItemReactions kind="video" item={video} title={title} url={url} hasComments={comments !== undefined} offersTip />
      <ItemPerformer performer={performer} />
      <VideoDetails video={video} />
      {comments ? <section id="comments">{comments(video)}</section> : null}
    </div>
  );
}

function VideoDetails({ video: { description, isCut, participants, tags } }: { video: Video }) {
  return (
    <>
      {description === '' ? null : (
        <p className={styles.text}>
          {description}
          {isCut ? '…' : ''}
        </p>
      )}
      {participants.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="people">
          <h2 id="people" className={styles.heading}>
            Featuring
          </h2>
          <div className={styles.people}>
            {participants.map((person) => (
              <PersonLine
                key={person._id}
                person={person}
                href={profilePath({ id: person._id, username: person.username })}
                verified={person.isVerified}
              />
            ))}
          </div>
        </section>
      )}
      <TagList tags={tags} hrefOf={(tag) => `/explore?tab=videos&tag=${tag}`} />
    </>
  );
}

function Related({ video: { _id: id, performer } }: { video: Video }) {
  const { data } = useEndpoint('GET /performer-assets/videos/search', relatedRequest(performer._id, id));
  return (
    <MoreItems
      name={performer.name}
      items={data?.data}
      className={styles.related}
      card={(other) => <VideoCard video={other} hidesName />}
    />
  );
}

/** A gallery's page: its photos or its lock, its performer, reactions, and more galleries by the performer. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { countWords } from '@web/lib/i18n/counts';
import { itemPath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { ItemPerformer, ItemReactions } from '@web/social/item-parts';
import { useUnlockItem } from '@web/social/use-unlock-item';
import { MoreItems } from '@web/ui/items/item-lists';
import { ItemMetaTags } from '@web/ui/items/item-meta-tags';
import { LockedMedia } from '@web/ui/media/locked-media';
import { pageTitleId } from '@web/ui/page/page-head';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { Skeleton } from '@web/ui/feedback/states';
import { TagList } from '@web/ui/items/tag-list';
import { TimeAgo } from '@web/ui/display/times';
import { GalleryCard } from './gallery-card';
import type { Gallery } from './gallery-card';
import { PhotoGrid } from './photo-grid';
import { galleryRequest, relatedRequest } from './requests';
import styles from './galleries.module.css';

interface GalleryScreenProps {
  /** The site's origin: previews and canonical links need absolute URLs. */
  siteUrl: string;
  /** The comments; another feature provides them. */
  comments?: (gallery: Gallery) => ReactNode;
}

export function GalleryScreen({ siteUrl, comments }: GalleryScreenProps) {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, mutate } = useEndpoint('GET /performer-assets/galleries/:id', id === '' ? null : galleryRequest(id));
  if (error && data === undefined) return <ItemErrorPage error={error} kind="gallery" onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading the gallery…" />;
  return (
    <article className={styles.page}>
      <GalleryContent key={data._id} gallery={data} siteUrl={siteUrl} {...(comments ? { comments } : {})} />
      <Related gallery={data} />
    </article>
  );
}

function GalleryContent({ gallery, siteUrl, comments }: GalleryScreenProps & { gallery: Gallery }) {
  const { title, description, isCut, performer, isLocked, stats, coverPhoto, totalPhotos, tags } = gallery;
  const lock = useUnlockItem(gallery);
  const url = `${siteUrl}${itemPath(gallery)}`;
  return (
    <>
      <ItemMetaTags
        item={gallery}
        title={title}
        text={description}
        image={coverPhoto?.thumbnails[0] ?? coverPhoto?.thumbnailUrl ?? null}
        url={url}
        type="article"
      />
      <header>
        <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.details}>
          <span>{countWords(totalPhotos, 'photo')}</span>
          <span>{countWords(stats.views, 'view')}</span>
          <TimeAgo at={gallery.publishedAt ?? gallery.createdAt} />
        </p>
      </header>
      <ItemPerformer performer={performer} />
      {description === '' ? null : (
        <p className={styles.text}>
          {description}
          {isCut ? '…' : ''}
        </p>
      )}
      {isLocked ? (
        <div className={styles.locked}>
          <LockedMedia
            kind="photo"
            blur={coverPhoto?.blur ?? null}
            ratio={16 / 9}
            count={totalPhotos}
            reason={lock.reason}
            action={lock.action}
          />
        </div>
      ) : null}
      <PhotoGrid gallery={gallery} />
      <TagList tags={tags} hrefOf={(tag) => `/explore?tab=galleries&tag=${tag}`} />
      <ItemReactions kind="gallery" item={gallery} title={title} url={url} hasComments={comments !== undefined} offersTip />
      {comments ? <section id="comments">{comments(gallery)}</section> : null}
    </>
  );
}

function Related({ gallery: { _id: id, performer } }: { gallery: Gallery }) {
  const { data } = useEndpoint('GET /performer-assets/galleries/search', relatedRequest(performer._id, id));
  return (
    <MoreItems
      name={performer.name}
      items={data?.data}
      className={styles.grid}
      card={(other) => <GalleryCard gallery={other} hidesName />}
    />
  );
}

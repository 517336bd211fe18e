/** A gallery's page: its photos or its lock, who made it, how people answer it, and more of hers. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { countWords } from '@web/lib/count-words';
import { itemPath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { tipAsked } from '@web/session/dialogs.slice';
import { useCurrentUser, useIntents } from '@web/session/hooks';
import { shareAddress } from '@web/session/share';
import { useFollow } from '@web/session/use-follow';
import { useOpenItem } from '@web/session/use-open-item';
import { useReactions } from '@web/session/use-reactions';
import { ItemAuthor } from '@web/ui/item-author';
import { MoreItems } from '@web/ui/item-lists';
import { ItemTags } from '@web/ui/item-tags';
import { Link } from '@web/ui/link';
import { LockedMedia } from '@web/ui/locked-media';
import { pageTitleId } from '@web/ui/page-head';
import { ReactionBar } from '@web/ui/reaction-bar';
import { RefusedPage } from '@web/ui/refused-page';
import { Skeleton } from '@web/ui/states';
import { TimeAgo } from '@web/ui/times';
import { GalleryCard } from './gallery-card';
import type { Gallery } from './gallery-card';
import { PhotoGrid } from './photo-grid';
import { galleryRead, relatedRead } from './reads';
import styles from './galleries.module.css';

interface GalleryScreenProps {
  /** Where people open the site: previews and canonical addresses are whole ones. */
  siteUrl: string;
  /** What people say below it; another feature's. */
  comments?: (gallery: Gallery) => ReactNode;
}

export function GalleryScreen({ siteUrl, comments }: GalleryScreenProps) {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, mutate } = useEndpoint('GET /performer-assets/galleries/:id', id === '' ? null : galleryRead(id));
  if (error && data === undefined) return <RefusedPage refused={error} noun="gallery" onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading the gallery…" />;
  return (
    <article className={styles.page}>
      <GalleryPart key={data._id} gallery={data} siteUrl={siteUrl} {...(comments ? { comments } : {})} />
      <Related gallery={data} />
    </article>
  );
}

function GalleryPart({ gallery, siteUrl, comments }: GalleryScreenProps & { gallery: Gallery }) {
  const { _id: id, title, description, isCut, performer, isLocked, stats, coverPhoto, totalPhotos, tags } = gallery;
  const viewer = useCurrentUser();
  const tell = useIntents();
  const lock = useOpenItem(gallery);
  const reactions = useReactions('gallery', id, { isLiked: gallery.isLiked, isBookmarked: gallery.isBookmarked, totalLike: stats.likes });
  const follow = useFollow(performer._id, performer.isFollowed);
  const address = `${siteUrl}${itemPath(gallery)}`;
  const isOwn = viewer?._id === performer._id;
  return (
    <>
      <ItemTags
        item={gallery}
        title={title}
        text={description}
        image={coverPhoto?.thumbnails[0] ?? coverPhoto?.thumbnailUrl ?? null}
        address={address}
        type="article"
      />
      <header>
        <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        <p className={styles.facts}>
          <span>{countWords(totalPhotos, 'photo')}</span>
          <span>{countWords(stats.views, 'view')}</span>
          <TimeAgo at={gallery.publishedAt ?? gallery.createdAt} />
        </p>
      </header>
      <ItemAuthor
        performer={performer}
        note={countWords(performer.stats.followers, 'follower')}
        follow={
          isOwn ? null : { isFollowed: follow.isFollowed, onToggle: () => void (follow.isFollowed ? follow.unfollow() : follow.follow()) }
        }
      />
      {description === '' ? null : (
        <p className={styles.text}>
          {description}
          {isCut ? '…' : ''}
        </p>
      )}
      {isLocked ? (
        <div className={styles.closed}>
          <LockedMedia
            kind="photo"
            blur={coverPhoto?.blur ?? null}
            ratio={16 / 9}
            count={totalPhotos}
            reason={lock.reason}
            way={lock.way}
          />
        </div>
      ) : null}
      <PhotoGrid gallery={gallery} />
      {tags.length === 0 ? null : (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag}>
              <Link className={styles.tag} href={`/explore?tab=galleries&tag=${encodeURIComponent(tag)}`}>
                #{tag}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <ReactionBar
        liked={reactions.isLiked}
        likes={reactions.totalLike}
        bookmarked={reactions.isBookmarked}
        comments={stats.comments}
        {...(comments ? { commentsHref: '#comments' } : {})}
        onLike={reactions.like}
        onBookmark={reactions.bookmark}
        onShare={() => void shareAddress(address, title)}
        onTip={isOwn || viewer?.isPerformer ? undefined : () => tell(tipAsked({ performer }))}
      />
      {comments ? <section id="comments">{comments(gallery)}</section> : null}
    </>
  );
}

function Related({ gallery: { _id: id, performer } }: { gallery: Gallery }) {
  const { data } = useEndpoint('GET /performer-assets/galleries/search', relatedRead(performer._id, id));
  return (
    <MoreItems
      name={performer.name}
      items={data?.data}
      className={styles.grid}
      card={(other) => <GalleryCard gallery={other} hidesName />}
    />
  );
}

/** A post's page: the post, its comments, and more posts by its author. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { titleOf } from '@web/lib/wording/item-labels';
import { itemPath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSocketEvent } from '@web/realtime/socket-events';
import { ItemMetaTags } from '@web/ui/items/item-meta-tags';
import { Notice } from '@web/ui/feedback/notice';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { Skeleton } from '@web/ui/feedback/states';
import { PostCard } from './post-card';
import { PostTile } from './post-tile';
import { morePostsRequest, postRequest } from './post-requests';
import type { Post } from './requests';
import styles from './feed.module.css';

interface PostScreenProps {
  /** The site's origin: previews and canonical links need absolute URLs. */
  siteUrl: string;
  /** The comments; another feature provides them. */
  comments: (post: Post) => ReactNode;
}

export function PostScreen({ siteUrl, comments }: PostScreenProps) {
  const { query } = useRouter();
  const id = typeof query['id'] === 'string' ? query['id'] : '';
  const { data, error, mutate } = useEndpoint('GET /user/feeds/:id', id === '' ? null : postRequest(id));
  const revalidate = useCallback(() => void mutate(), [mutate]);
  if (error && data === undefined) return <ItemErrorPage error={error} kind="post" onRetry={revalidate} />;
  if (data === undefined)
    return (
      <div className={styles.column}>
        <Skeleton shape="card" label="Loading the post…" />
      </div>
    );
  return <PostPage key={data._id} post={data} siteUrl={siteUrl} comments={comments} onProcessed={revalidate} />;
}

const stateNotices: Partial<Record<Post['state'], string>> = {
  draft: 'This is a draft. Only you can see it.',
  processing: 'Files are still processing. Others can see the post once that’s done.',
  failed: 'Couldn’t process a file. Edit the post to retry or replace it.',
  scheduled: 'This post is scheduled. Only you can see it until then.',
  inactive: 'This post is unpublished and hidden from others.',
  expired: 'This post has expired. Fans who bought it can still see it.',
};

function PostPage({ post, siteUrl, comments, onProcessed }: PostScreenProps & { post: Post; onProcessed: () => void }) {
  const { files, thumbnail, isLocked, text, performer, state } = post;
  const onFileProcessed = useCallback(
    (event: Stamped<'file/processed'>) => files.some(({ _id }) => _id === event._id) && onProcessed(),
    [files, onProcessed],
  );
  useSocketEvent('file/processed', onFileProcessed);
  const picture = thumbnail ?? files[0];
  const note = stateNotices[state];
  return (
    <div className={styles.column}>
      <ItemMetaTags
        item={post}
        title={post.title === '' ? `Post by ${performer.name}` : titleOf(post)}
        text={text}
        image={picture?.thumbnailUrl ?? picture?.url ?? null}
        url={`${siteUrl}${itemPath(post)}`}
        type="article"
      />
      <div className={styles.page}>
        {note === undefined ? null : <Notice>{note}</Notice>}
        <PostCard post={post} context="page" first />
        {isLocked ? null : (
          <section id="comments" className={styles.comments}>
            {comments(post)}
          </section>
        )}
        <MorePosts post={post} />
      </div>
    </div>
  );
}

/** Optional content: a loading error is not shown. */
function MorePosts({ post: { _id: id, performer } }: { post: Post }) {
  const { data } = useEndpoint('GET /user/feeds', morePostsRequest(performer._id));
  const others = data?.data.filter((other) => other._id !== id).slice(0, 6) ?? [];
  if (others.length === 0) return null;
  return (
    <aside className={styles.others} aria-labelledby="others">
      <h2 id="others" className={styles.heading}>
        More from {performer.name}
      </h2>
      <ul className={styles.grid}>
        {others.map((other) => (
          <li key={other._id}>
            <PostTile post={other} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

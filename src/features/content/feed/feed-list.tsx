/** A list of posts with infinite scrolling. */
import type { ComponentType, ReactNode } from 'react';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { EndpointPages } from '@web/services/use-endpoint-pages';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { PostCard } from './post-card';
import type { Post, PostsQuery } from './requests';
import styles from './feed.module.css';

interface FeedListProps {
  query: PostsQuery;
  label: string;
  empty: ReactNode;
  context?: 'list' | 'profile';
  /** Shows the posts as a grid of these instead of cards. Passed in: most lists do not need its code. */
  tile?: ComponentType<{ post: Post }> | undefined;
  /** Placed below the last post. */
  end?: ReactNode;
}

export function FeedList({ query, ...list }: FeedListProps) {
  return <FeedPages {...list} pages={useEndpointPages('GET /user/feeds', query)} />;
}

/** The same for pages that the caller has queried. */
export function FeedPages({
  pages,
  label,
  empty,
  context = 'list',
  tile: Tile,
  end = null,
}: Omit<FeedListProps, 'query'> & { pages: EndpointPages<Post> }) {
  const { items, hasMore, isLoadingMore, error, more, retry } = pages;
  if (items === undefined)
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <Skeleton shape={Tile ? 'tile' : 'card'} count={Tile ? 6 : 2} label="Loading posts…" />
    );
  return (
    <>
      <InfiniteList
        items={items}
        keyOf={({ _id }) => _id}
        render={(post, index) => (Tile ? <Tile post={post} /> : <PostCard post={post} context={context} first={index === 0} />)}
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={more}
        label={label}
        empty={empty}
        error={error}
        onRetry={retry}
        {...(Tile ? { className: styles.grid } : {})}
      />
      {items.length > 0 && !hasMore && !error ? end : null}
    </>
  );
}

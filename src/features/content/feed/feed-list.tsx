/** A list of posts with infinite scrolling. */
import type { ReactNode } from 'react';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { EndpointPages } from '@web/services/use-endpoint-pages';
import { InfiniteList } from '@web/ui/lists/endless-list';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { PostCard } from './post-card';
import { PostTile } from './post-tile';
import type { Post, PostsQuery } from './requests';
import styles from './feed.module.css';

interface FeedListProps {
  query: PostsQuery;
  label: string;
  empty: ReactNode;
  context?: 'list' | 'profile';
  view?: 'list' | 'grid';
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
  view = 'list',
  end = null,
}: Omit<FeedListProps, 'query'> & { pages: EndpointPages<Post> }) {
  const { items, hasMore, isLoadingMore, error, more, retry } = pages;
  if (items === undefined)
    return error ? (
      <ErrorState error={error} onRetry={retry} />
    ) : (
      <Skeleton shape={view === 'grid' ? 'tile' : 'card'} count={view === 'grid' ? 6 : 2} label="Loading posts…" />
    );
  return (
    <>
      <InfiniteList
        items={items}
        keyOf={({ _id }) => _id}
        render={(post, index) =>
          view === 'grid' ? <PostTile post={post} /> : <PostCard post={post} context={context} first={index === 0} />
        }
        hasMore={hasMore}
        isLoadingMore={isLoadingMore}
        onMore={more}
        label={label}
        empty={empty}
        error={error}
        onRetry={retry}
        {...(view === 'grid' ? { className: styles.grid } : {})}
      />
      {items.length > 0 && !hasMore && !error ? end : null}
    </>
  );
}

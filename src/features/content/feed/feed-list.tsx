/** Posts one below the other, as long as one likes to scroll. */
import type { ReactNode } from 'react';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import type { EndpointPages } from '@web/services/use-endpoint-pages';
import { EndlessList } from '@web/ui/lists/endless-list';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { PostCard } from './post-card';
import { PostTile } from './post-tile';
import type { Post, PostsQuery } from './requests';
import styles from './feed.module.css';

interface FeedListProps {
  query: PostsQuery;
  label: string;
  empty: ReactNode;
  place?: 'list' | 'profile';
  view?: 'list' | 'grid';
  /** What stands below the last post. */
  end?: ReactNode;
}

export function FeedList({ query, ...list }: FeedListProps) {
  return <FeedPages {...list} pages={useEndpointPages('GET /user/feeds', query)} />;
}

/** The same for pages that somebody else has asked for. */
export function FeedPages({
  pages,
  label,
  empty,
  place = 'list',
  view = 'list',
  end = null,
}: Omit<FeedListProps, 'query'> & { pages: EndpointPages<Post> }) {
  const { items, hasMore, isLoadingMore, error, more, retry } = pages;
  if (items === undefined)
    return error ? (
      <Fault error={error} onRetry={retry} />
    ) : (
      <Skeleton shape={view === 'grid' ? 'tile' : 'card'} count={view === 'grid' ? 6 : 2} label="Loading posts…" />
    );
  return (
    <>
      <EndlessList
        items={items}
        keyOf={({ _id }) => _id}
        render={(post, index) => (view === 'grid' ? <PostTile post={post} /> : <PostCard post={post} place={place} first={index === 0} />)}
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

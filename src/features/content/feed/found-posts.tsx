/** The first matching posts, on the search page. */
import { useEndpoint } from '@web/services/use-endpoint';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { PostTile } from './post-tile';
import { searchPreviewRequest } from './search-requests';
import styles from './feed.module.css';

export function PostSearchResults({ searchText }: { searchText: string }) {
  const { data, error, mutate } = useEndpoint('GET /user/feeds', searchPreviewRequest(searchText));
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="tile" count={6} label="Loading posts…" />;
  return (
    <ul className={styles.grid} aria-label="Posts found">
      {data.data.map((post) => (
        <li key={post._id}>
          <PostTile post={post} />
        </li>
      ))}
    </ul>
  );
}

/** The first posts that fit some words: a part of the search page. */
import { useEndpoint } from '@web/services/use-endpoint';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { PostTile } from './post-tile';
import { firstFoundRead } from './requests';
import styles from './feed.module.css';

export function FoundPosts({ words }: { words: string }) {
  const { data, error, mutate } = useEndpoint('GET /user/feeds', firstFoundRead(words));
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
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

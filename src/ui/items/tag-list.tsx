/** The tags of an item, with links to more items. */
import { Link } from '../core/link';
import styles from './tag-list.module.css';

interface TagListProps {
  tags: readonly string[];
  /** The link of a tag, which is passed URL-encoded. */
  hrefOf: (encoded: string) => string;
}

export function TagList({ tags, hrefOf }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link className={styles.tag} href={hrefOf(encodeURIComponent(tag))}>
            <bdi>#{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The words that an item is found by, each leading to more of its kind. */
import { Link } from '../core/link';
import styles from './tag-list.module.css';

interface TagListProps {
  tags: readonly string[];
  /** Where the others of a tag are; it comes encoded. */
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

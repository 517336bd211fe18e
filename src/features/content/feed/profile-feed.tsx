/** A performer's posts on their page: pinned ones first, then the newest; filtered by text, type and dates, as a list or a grid. */
import { useRouter } from 'next/router';
import { preloadComponents } from '@web/lib/preload';
import { textAt } from '@web/lib/table-query';
import { Button, IconButton } from '@web/ui/actions/button';
import { FilterIcon, GridIcon, ListIcon } from '@web/ui/icons/icons';
import { EmptyState } from '@web/ui/feedback/states';
import { useQueryParameters } from '@web/ui/core/use-query-parameters';
import { useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { FeedList } from './feed-list';
import { NoPostsYet } from './empty-feed';
import { postFilterKeys, performerPostsRequest } from './requests';
import type { Post } from './requests';
import styles from './feed.module.css';

interface ProfileFeedProps {
  performer: { _id: string; name: string };
  isOwner: boolean;
  /** The filters, loaded on demand: most viewers do not need their code. */
  filters: ReactNode;
  /** Renders a post of the grid; also loaded on demand. */
  tile: ComponentType<{ post: Post }>;
}

export function ProfileFeed({ performer, isOwner, filters, tile }: ProfileFeedProps) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const isFiltered = postFilterKeys.some((key) => textAt(query, key) !== undefined);
  const [isOpen, setOpen] = useState(isFiltered);
  const view = textAt(query, 'view') === 'grid' ? 'grid' : 'list';
  // The list stays until its tiles can be rendered.
  const showGrid = () => void preloadComponents(tile).then(() => change({ view: 'grid' }));
  return (
    <div className={view === 'list' ? styles.column : undefined}>
      <div className={styles.filters}>
        <div className={styles.controls}>
          <span className={styles.fixedWidth}>
            <Button size="small" icon={<FilterIcon />} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
              Search posts
            </Button>
          </span>
          <span className={styles.views} role="group" aria-label="View">
            <IconButton label="List" icon={<ListIcon />} aria-pressed={view === 'list'} onPress={() => change({ view: '' })} />
            <IconButton label="Grid" icon={<GridIcon />} aria-pressed={view === 'grid'} onPress={showGrid} />
          </span>
        </div>
        {isOpen ? filters : null}
      </div>
      <FeedList
        query={performerPostsRequest(performer._id, query).query}
        label={`Posts by ${performer.name}`}
        context="profile"
        tile={view === 'grid' ? tile : undefined}
        empty={
          isFiltered ? (
            <EmptyState
              title="No matching posts"
              text="Try different keywords or a longer date range."
              action={<Button onPress={() => change({ q: '', type: '', from: '', to: '' })}>Clear all</Button>}
            />
          ) : (
            <NoPostsYet name={performer.name} isOwner={isOwner} />
          )
        }
      />
    </div>
  );
}

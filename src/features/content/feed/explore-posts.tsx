/** Posts of all performers that the viewer can see, filtered by the text and the type in the URL. */
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { EmptyState } from '@web/ui/feedback/states';
import { useQueryParameters } from '@web/ui/core/use-query-parameters';
import { FeedList } from './feed-list';
import { typeOptions } from './post-types';
import { typeFilterOf } from './requests';
import { searchPostsRequest } from './search-requests';
import { PostSearchField } from './post-search';
import styles from './feed.module.css';

export function ExplorePosts() {
  const { query } = useRouter();
  const change = useQueryParameters();
  const searchText = textAt(query, 'q') ?? '';
  const type = typeFilterOf(query);
  return (
    <div className={styles.column}>
      <div className={styles.filters}>
        <PostSearchField label="Search posts" value={searchText} onSearch={(q) => change({ q })} />
        <ChipRow
          label="Post type"
          chips={typeOptions()}
          chosen={type === undefined ? [] : [type]}
          onToggle={(value) => change({ type: value === type ? '' : value })}
        />
      </div>
      <FeedList
        query={searchPostsRequest(query).query}
        label="Posts"
        empty={
          searchText === '' && type === undefined ? (
            <EmptyState title="No posts yet" text="Public posts from creators show up here." />
          ) : (
            <EmptyState
              title="No matching posts"
              text="Try different keywords or another type."
              action={<Button onPress={() => change({ q: '', type: '' })}>Clear all</Button>}
            />
          )
        }
      />
    </div>
  );
}

/** Everybody's posts, as far as whoever looks may know of them: by words and by kind, as the address says. */
import { useRouter } from 'next/router';
import { textAt } from '@web/lib/table-query';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { Empty } from '@web/ui/feedback/states';
import { useAddressKeys } from '@web/ui/core/use-address-keys';
import { FeedList } from './feed-list';
import { foundPostsRead, typeAt, typeOptions } from './requests';
import { SearchWords } from './post-search';
import styles from './feed.module.css';

export function ExplorePosts() {
  const { query } = useRouter();
  const change = useAddressKeys();
  const words = textAt(query, 'q') ?? '';
  const type = typeAt(query);
  return (
    <div className={styles.column}>
      <div className={styles.filters}>
        <SearchWords label="Search posts" words={words} onSearch={(q) => change({ q })} />
        <ChipRow
          label="Kind of posts"
          chips={typeOptions()}
          chosen={type === undefined ? [] : [type]}
          onToggle={(value) => change({ type: value === type ? '' : value })}
        />
      </div>
      <FeedList
        query={foundPostsRead(query).query}
        label="Posts"
        empty={
          words === '' && type === undefined ? (
            <Empty title="No posts yet" text="What performers publish for everybody will be here." />
          ) : (
            <Empty
              title="No post matches"
              text="Try fewer or other words, or another kind."
              action={<Button onPress={() => change({ q: '', type: '' })}>Clear all</Button>}
            />
          )
        }
      />
    </div>
  );
}

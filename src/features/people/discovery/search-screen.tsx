/** /search: results for one text, grouped by kind. Without a text: recent and popular searches. */
import { useRouter } from 'next/router';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { numberFormat } from '@web/lib/i18n/intl';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { SearchIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { recentSearches } from './recent-searches';
import { PerformerGrid } from './performer-grid';
import { SearchField } from './search-field';
import { firstPerformersRequest, keywordsRequest, totalsRequest, searchLengthMin, searchTextAt } from './search-requests';
import styles from './search.module.css';

/** The kinds of results besides performers. */
export type SearchResultKind = 'feeds' | 'videos' | 'galleries' | 'products';

/** How another feature renders the first results of its kind; passed in by the page. */
export interface SearchResultGroup {
  kind: SearchResultKind;
  label: string;
  /** URL of all results of this kind. */
  href: (searchText: string) => string;
  list: (searchText: string) => ReactNode;
}

export const searchPath = (searchText: string): string => `/search?q=${encodeURIComponent(searchText)}`;

export function SearchScreen({ groups }: { groups: readonly SearchResultGroup[] }) {
  const router = useRouter();
  const searchText = searchTextAt(router.query);
  return (
    <>
      <PageHead title={searchText === '' ? 'Search' : `Search: ${searchText}`} noindex />
      <SearchField key={searchText} value={searchText} onSearch={(next) => void router.push(next === '' ? '/search' : searchPath(next))} />
      <div className={styles.below}>
        {searchText === '' ? <SearchIdeas /> : null}
        {searchText !== '' && searchText.length < searchLengthMin ? (
          <EmptyState icon={<SearchIcon />} title="Keep typing" text="Enter at least 2 letters." />
        ) : null}
        {searchText.length >= searchLengthMin ? <Results key={searchText} searchText={searchText} groups={groups} /> : null}
      </div>
    </>
  );
}

function useRecentSearches(): readonly string[] {
  const accountId = useAccountId();
  const text = useSyncExternalStore(
    recentSearches.subscribe,
    () => recentSearches.getSnapshot(accountId),
    () => '[]',
  );
  return recentSearches.parse(text);
}

function SearchIdeas() {
  const accountId = useAccountId();
  const recent = useRecentSearches();
  const { data } = useEndpoint('GET /search/list/keywords', keywordsRequest(''));
  const popular = data?.data.map(({ keyword }) => keyword) ?? [];
  return (
    <>
      {recent.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="own-searches">
          <div className={styles.head}>
            <h2 id="own-searches" className={styles.heading}>
              Recent searches
            </h2>
            <Button kind="quiet" size="small" onPress={() => recentSearches.clear(accountId)}>
              Clear searches
            </Button>
          </div>
          <KeywordList label="Recent searches" keywords={recent} />
        </section>
      )}
      {popular.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="other-searches">
          <h2 id="other-searches" className={styles.heading}>
            Popular searches
          </h2>
          <KeywordList label="Popular searches" keywords={popular} />
        </section>
      )}
      {recent.length === 0 && popular.length === 0 ? (
        <EmptyState
          icon={<SearchIcon />}
          title="Find creators and their content"
          text="Enter a name or a word from a title, text or tag."
          action={<Button href="/explore">Explore creators</Button>}
        />
      ) : null}
    </>
  );
}

function KeywordList({ label, keywords }: { label: string; keywords: readonly string[] }) {
  return (
    <ul className={styles.words} aria-label={label}>
      {keywords.map((keyword) => (
        <li key={keyword}>
          <Link className={styles.word} href={searchPath(keyword)}>
            {keyword}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const noRevalidation = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false } as const;

function Results({ searchText, groups }: { searchText: string; groups: readonly SearchResultGroup[] }) {
  const accountId = useAccountId();
  const { data, error, mutate } = useEndpoint('POST /search/keywords', totalsRequest(searchText), noRevalidation);
  useEffect(() => recentSearches.add(accountId, searchText), [accountId, searchText]);

  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label={`Searching for ${searchText}…`} />;
  const { totals } = data;
  const nonEmptyGroups = groups.filter(({ kind }) => totals[kind] > 0);
  if (totals.performers === 0 && nonEmptyGroups.length === 0) return <NoResults searchText={searchText} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {totals.performers + totals.feeds + totals.videos + totals.galleries + totals.products} found
      </p>
      {totals.performers > 0 ? (
        <Group label="Creators" total={totals.performers} href={`/explore?q=${encodeURIComponent(searchText)}`}>
          <Performers searchText={searchText} />
        </Group>
      ) : null}
      {nonEmptyGroups.map(({ kind, label, href, list }) => (
        <Group key={kind} label={label} total={totals[kind]} href={href(searchText)}>
          {list(searchText)}
        </Group>
      ))}
    </>
  );
}

interface GroupProps {
  label: string;
  total: number;
  href: string;
  children: ReactNode;
}

function Group({ label, total, href, children }: GroupProps) {
  const id = `found-${label.toLowerCase()}`;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.heading}>
          {label} <span className={styles.count}>({numberFormat(undefined, {}).format(total)})</span>
        </h2>
        <Button size="small" href={href}>
          See all {inSentence(label)}
        </Button>
      </div>
      {children}
    </section>
  );
}

function Performers({ searchText }: { searchText: string }) {
  const { data, error, mutate } = useEndpoint('GET /performers/user/search', firstPerformersRequest(searchText));
  if (error && data === undefined) return <ErrorState error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label="Loading creators…" />;
  return <PerformerGrid label="Creators found" performers={data.data} inView={4} />;
}

/** No results: popular searches that have some, and a link to the explore page. */
function NoResults({ searchText }: { searchText: string }) {
  const { data } = useEndpoint('GET /search/list/keywords', keywordsRequest(''));
  const popular = data?.data.map(({ keyword }) => keyword).filter((keyword) => keyword !== searchText.toLowerCase()) ?? [];
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={`No results for “${searchText}”`}
      text={popular.length > 0 ? 'Check the spelling, try fewer words or pick a popular search:' : 'Check the spelling or try fewer words.'}
      action={
        <div className={styles.ways}>
          {popular.length > 0 ? <KeywordList label="Popular searches" keywords={popular} /> : null}
          <Button href="/explore">Explore creators</Button>
        </div>
      }
    />
  );
}

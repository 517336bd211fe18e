/** /search: one word, everything that fits it, by kind. Without one: what was searched for before, and what others look for. */
import { useRouter } from 'next/router';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { numberFormat } from '@web/lib/intl';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { SearchIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { PageHead } from '@web/ui/page/page-head';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { ownSearches } from '../../discovery/own-searches';
import { PerformerGrid } from './performer-grid';
import { SearchField } from './search-field';
import { firstPerformersRead, keywordsRead, totalsRead, wordLengthMin, wordsAt } from '../../discovery/search-reads';
import styles from './search.module.css';

/** The kinds of things that a search finds besides performers. */
export type FoundKind = 'feeds' | 'videos' | 'galleries' | 'products';

/** How another feature shows the first of what was found; the page brings them. */
export interface FoundPart {
  kind: FoundKind;
  label: string;
  /** Where all of them are. */
  href: (words: string) => string;
  list: (words: string) => ReactNode;
}

export const searchPath = (words: string): string => `/search?q=${encodeURIComponent(words)}`;

export function SearchScreen({ parts }: { parts: readonly FoundPart[] }) {
  const router = useRouter();
  const words = wordsAt(router.query);
  return (
    <>
      <PageHead title={words === '' ? 'Search' : `Search: ${words}`} noindex />
      <SearchField key={words} value={words} onSearch={(next) => void router.push(next === '' ? '/search' : searchPath(next))} />
      <div className={styles.below}>
        {words === '' ? <Before /> : null}
        {words !== '' && words.length < wordLengthMin ? (
          <Empty icon={<SearchIcon />} title="A little more, please" text="Type at least two letters." />
        ) : null}
        {words.length >= wordLengthMin ? <Found key={words} words={words} parts={parts} /> : null}
      </div>
    </>
  );
}

function useOwnSearches(): readonly string[] {
  const accountId = useAccountId();
  const text = useSyncExternalStore(
    ownSearches.watch,
    () => ownSearches.read(accountId),
    () => '[]',
  );
  return ownSearches.wordsOf(text);
}

function Before() {
  const accountId = useAccountId();
  const own = useOwnSearches();
  const { data } = useEndpoint('GET /search/list/keywords', keywordsRead(''));
  const others = data?.data.map(({ keyword }) => keyword) ?? [];
  return (
    <>
      {own.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="own-searches">
          <div className={styles.head}>
            <h2 id="own-searches" className={styles.heading}>
              Your last searches
            </h2>
            <Button kind="quiet" size="small" onPress={() => ownSearches.forget(accountId)}>
              Clear searches
            </Button>
          </div>
          <Words label="Your last searches" words={own} />
        </section>
      )}
      {others.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="other-searches">
          <h2 id="other-searches" className={styles.heading}>
            What others look for
          </h2>
          <Words label="What others look for" words={others} />
        </section>
      )}
      {own.length === 0 && others.length === 0 ? (
        <Empty
          icon={<SearchIcon />}
          title="Find performers and what they publish"
          text="Type a name, or a word from a title, a text or a tag."
          action={<Button href="/explore">Explore performers</Button>}
        />
      ) : null}
    </>
  );
}

function Words({ label, words }: { label: string; words: readonly string[] }) {
  return (
    <ul className={styles.words} aria-label={label}>
      {words.map((word) => (
        <li key={word}>
          <Link className={styles.word} href={searchPath(word)}>
            {word}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const once = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false } as const;

function Found({ words, parts }: { words: string; parts: readonly FoundPart[] }) {
  const accountId = useAccountId();
  const { data, error, mutate } = useEndpoint('POST /search/keywords', totalsRead(words), once);
  useEffect(() => ownSearches.note(accountId, words), [accountId, words]);

  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label={`Searching for ${words}…`} />;
  const { totals } = data;
  const found = parts.filter(({ kind }) => totals[kind] > 0);
  if (totals.performers === 0 && found.length === 0) return <Nothing words={words} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {totals.performers + totals.feeds + totals.videos + totals.galleries + totals.products} found
      </p>
      {totals.performers > 0 ? (
        <Group label="Performers" total={totals.performers} href={`/explore?q=${encodeURIComponent(words)}`}>
          <Performers words={words} />
        </Group>
      ) : null}
      {found.map(({ kind, label, href, list }) => (
        <Group key={kind} label={label} total={totals[kind]} href={href(words)}>
          {list(words)}
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

function Performers({ words }: { words: string }) {
  const { data, error, mutate } = useEndpoint('GET /performers/user/search', firstPerformersRead(words));
  if (error && data === undefined) return <Fault error={error} onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" count={4} label="Loading performers…" />;
  return <PerformerGrid label="Performers found" performers={data.data} inView={4} />;
}

/** No hit: words that others have found something by, and everything there is. */
function Nothing({ words }: { words: string }) {
  const { data } = useEndpoint('GET /search/list/keywords', keywordsRead(''));
  const others = data?.data.map(({ keyword }) => keyword).filter((keyword) => keyword !== words.toLowerCase()) ?? [];
  return (
    <Empty
      icon={<SearchIcon />}
      title={`Nothing found for “${words}”`}
      text={others.length > 0 ? 'Check the spelling, try fewer words, or one of these:' : 'Check the spelling, or try fewer words.'}
      action={
        <div className={styles.ways}>
          {others.length > 0 ? <Words label="What others look for" words={others} /> : null}
          <Button href="/explore">Explore performers</Button>
        </div>
      }
    />
  );
}

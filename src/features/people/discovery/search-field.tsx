/** The words of a search, with those of others that begin alike. Works before any script has arrived: it is a plain form. */
import * as limits from '@contract/kernel/limits';
import { useId, useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { SearchIcon } from '@web/ui/icons/icons';
import { cx } from '@web/ui/core/cx';
import { useRested } from '@web/ui/core/use-debounced';
import { keywordsRead, wordLengthMin } from '../../discovery/search-reads';
import styles from './search-box.module.css';

interface SearchFieldProps {
  /** What was looked for so far. */
  value: string;
  onSearch: (words: string) => void;
}

export function SearchField({ value, onSearch }: SearchFieldProps) {
  const id = useId();
  const listId = useId();
  const [typed, setTyped] = useState(value);
  const beginning = useRested(typed).trim();
  const isAsked = beginning.length >= wordLengthMin && beginning !== value;
  const { data } = useEndpoint('GET /search/list/keywords', isAsked ? keywordsRead(beginning) : null, { keepPreviousData: true });
  return (
    <form
      role="search"
      className={cx(styles.form, styles.large)}
      action="/search"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search the site
      </label>
      <SearchIcon className={styles.icon} />
      <input
        id={id}
        className={styles.input}
        type="search"
        name="q"
        value={typed}
        list={listId}
        maxLength={limits.keywordLengthMax}
        placeholder="Names, titles, tags"
        autoComplete="off"
        enterKeyHint="search"
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={listId}>
        {data?.data.map(({ keyword }) => (
          <option key={keyword} value={keyword} />
        ))}
      </datalist>
      <button type="submit" className={styles.submit}>
        Search
      </button>
    </form>
  );
}

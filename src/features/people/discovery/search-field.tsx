/** The search field with popular suggestions. Works before any script has loaded: it is a plain form. */
import * as limits from '@contract/kernel/limits';
import { useId, useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { SearchIcon } from '@web/ui/icons/icons';
import { cx } from '@web/ui/core/cx';
import { useDebounced } from '@web/ui/core/use-debounced';
import { keywordsRequest, searchLengthMin } from './search-requests';
import styles from './search-box.module.css';

interface SearchFieldProps {
  /** The current search text. */
  value: string;
  onSearch: (searchText: string) => void;
}

export function SearchField({ value, onSearch }: SearchFieldProps) {
  const id = useId();
  const listId = useId();
  const [typed, setTyped] = useState(value);
  const prefix = useDebounced(typed).trim();
  const needsSuggestions = prefix.length >= searchLengthMin && prefix !== value;
  const { data } = useEndpoint('GET /search/list/keywords', needsSuggestions ? keywordsRequest(prefix) : null, {
    keepPreviousData: true,
  });
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

/** The search box. Works before any script has loaded: it is a plain form that opens the explore page. */
import * as limits from '@contract/kernel/limits';
import { SearchIcon } from '@web/ui/icons/icons';
import { cx } from '@web/ui/core/cx';
import { useId } from 'react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** The current search text. */
  value?: string;
  size?: 'normal' | 'large';
  /** When given, the search stays on the page. */
  onSearch?: (searchText: string) => void;
}

export function SearchBox({ value = '', size = 'normal', onSearch }: SearchBoxProps) {
  const id = useId();
  return (
    <form
      role="search"
      className={cx(styles.form, size === 'large' && styles.large)}
      action="/explore"
      method="get"
      onSubmit={(event) => {
        if (!onSearch) return;
        event.preventDefault();
        const searchText = new FormData(event.currentTarget).get('q');
        onSearch(typeof searchText === 'string' ? searchText.trim() : '');
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search creators
      </label>
      <SearchIcon className={styles.icon} />
      <input
        key={value}
        id={id}
        className={styles.input}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={limits.searchLengthMax}
        placeholder="Search by name"
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit" className={styles.submit}>
        Search
      </button>
    </form>
  );
}

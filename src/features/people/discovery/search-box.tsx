/** The words that people look for. Works before any script has arrived: it is a plain form that leads to the explore page. */
import * as limits from '@contract/kernel/limits';
import { SearchIcon } from '@web/ui/icons/icons';
import { cx } from '@web/ui/core/cx';
import { useId } from 'react';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** What was looked for so far. */
  value?: string;
  size?: 'normal' | 'large';
  /** With it the browser stays on the page. */
  onSearch?: (words: string) => void;
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
        const words = new FormData(event.currentTarget).get('q');
        onSearch(typeof words === 'string' ? words.trim() : '');
      }}
    >
      <label className="visually-hidden" htmlFor={id}>
        Search performers
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

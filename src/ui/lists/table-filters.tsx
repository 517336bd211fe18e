/** What narrows a table: words to look for, and choices, which are folded away where they would fill the screen. */
import * as limits from '@contract/kernel/limits';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { SelectField, TextField } from '../forms/fields';
import { FilterIcon, SearchIcon } from '../icons/icons';
import { useId, useState } from 'react';
import type { TablePlace } from './use-table';
import styles from './table-filters.module.css';

export interface Choice {
  key: string;
  label: string;
  /** The words for "no matter which". */
  any: string;
  options: readonly { value: string; label: string }[];
}

interface TableFiltersProps {
  place: TablePlace;
  /** Without it there is nothing to look for by words. */
  searchLabel?: string;
  choices: readonly Choice[];
}

export function TableFilters({ place, searchLabel, choices }: TableFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  if (searchLabel === undefined && choices.length === 0) return null;
  const count = choices.filter(({ key }) => place.filter(key) !== '').length;
  return (
    <div className={styles.room}>
      <div className={styles.filters}>
        {searchLabel === undefined ? null : (
          <form
            role="search"
            className={styles.words}
            onSubmit={(event) => {
              event.preventDefault();
              const words = event.currentTarget.elements.namedItem('q');
              place.onFilter('q', words instanceof HTMLInputElement ? words.value.trim() : '');
            }}
          >
            <TextField
              key={place.filter('q')}
              label={searchLabel}
              type="search"
              name="q"
              defaultValue={place.filter('q')}
              maxLength={limits.searchLengthMax}
              before={<SearchIcon />}
              enterKeyHint="search"
            />
          </form>
        )}
        <div className={styles.fold}>
          <Button icon={<FilterIcon />} aria-expanded={isOpen} aria-controls={choicesId} onPress={() => setOpen(!isOpen)}>
            {count === 0 ? 'Filters' : `Filters (${String(count)})`}
          </Button>
        </div>
        <div id={choicesId} className={cx(styles.choices, isOpen && styles.open)}>
          {choices.map(({ key, label, any, options }) => (
            <SelectField
              key={key}
              label={label}
              placeholder={any}
              options={options}
              value={place.filter(key)}
              onChange={(event) => place.onFilter(key, event.target.value)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

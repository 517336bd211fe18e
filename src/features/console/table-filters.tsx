/** What narrows a table: words to look for, and choices. */
import { SelectField, TextField } from '@web/ui/fields';
import { SearchIcon } from '@web/ui/icons';
import type { TablePlace } from './use-table';
import styles from './console.module.css';

interface Choice {
  key: string;
  label: string;
  /** The words for "no matter which". */
  any: string;
  options: readonly { value: string; label: string }[];
}

interface TableFiltersProps {
  place: TablePlace;
  searchLabel: string;
  choices: readonly Choice[];
}

export function TableFilters({ place, searchLabel, choices }: TableFiltersProps) {
  return (
    <div className={styles.filters}>
      <form
        role="search"
        className={styles.search}
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
          maxLength={100}
          before={<SearchIcon />}
          enterKeyHint="search"
        />
      </form>
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
  );
}

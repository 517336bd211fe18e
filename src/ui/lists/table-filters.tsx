/** Filters of a table: a search field, and selects, which are collapsed on small screens. */
import * as limits from '@contract/kernel/limits';
import { Button } from '../actions/button';
import { cx } from '../core/cx';
import { SelectField, TextField } from '../forms/fields';
import { FilterIcon, SearchIcon } from '../icons/icons';
import type { CSSProperties } from 'react';
import { useId, useState } from 'react';
import type { TableState } from './use-table';
import { Form } from '../forms/form';
import styles from './table-filters.module.css';

export interface TableFilter {
  key: string;
  label: string;
  /** The label of the empty option, such as "Any status". */
  anyLabel: string;
  options: readonly { value: string; label: string }[];
}

interface TableFiltersProps {
  table: TableState;
  /** The label of the search field; without it there is none. */
  searchLabel?: string;
  filters: readonly TableFilter[];
}

export function TableFilters({ table, searchLabel, filters }: TableFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const choicesId = useId();
  if (searchLabel === undefined && filters.length === 0) return null;
  const count = filters.filter(({ key }) => table.filter(key) !== '').length;
  const fields = filters.length + (searchLabel === undefined ? 0 : 1);
  return (
    <div className={styles.room}>
      <div className={styles.filters} style={{ '--fields': fields } as CSSProperties}>
        {searchLabel === undefined ? null : (
          <Form
            role="search"
            className={styles.words}
            onSubmit={(event) => {
              event.preventDefault();
              const input = event.currentTarget.elements.namedItem('q');
              table.onFilter('q', input instanceof HTMLInputElement ? input.value.trim() : '');
            }}
          >
            <TextField
              key={table.filter('q')}
              label={searchLabel}
              type="search"
              name="q"
              defaultValue={table.filter('q')}
              maxLength={limits.searchLengthMax}
              before={<SearchIcon />}
              enterKeyHint="search"
            />
          </Form>
        )}
        <div className={styles.fold}>
          <Button icon={<FilterIcon />} aria-expanded={isOpen} aria-controls={choicesId} onPress={() => setOpen(!isOpen)}>
            {count === 0 ? 'Filters' : `Filters (${String(count)})`}
          </Button>
        </div>
        <div id={choicesId} className={cx(styles.choices, isOpen && styles.open)}>
          {filters.map(({ key, label, anyLabel, options }) => (
            <SelectField
              key={key}
              label={label}
              placeholder={anyLabel}
              options={options}
              value={table.filter(key)}
              onChange={(event) => table.onFilter(key, event.target.value)}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

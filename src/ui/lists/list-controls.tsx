/** Search and order above a grid, stored in the URL. Defaults are omitted. */
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { SelectField, TextField } from '../forms/fields';
import { useQueryParameters } from '../core/use-query-parameters';
import { Form } from '../forms/form';
import styles from './list-controls.module.css';

interface ListControlsProps {
  /** The label of the search field: `Search videos`. */
  searchLabel: string;
  /** The available orders, the default first; without them there is no select. */
  orders?: readonly { value: string; label: string }[];
  order?: string;
  children?: ReactNode;
}

export function ListControls({ searchLabel, orders = [], order, children }: ListControlsProps) {
  const { query } = useRouter();
  const change = useQueryParameters();
  const searchText = typeof query['q'] === 'string' ? query['q'] : '';
  return (
    <div className={styles.controls}>
      <Form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('q');
          change({ q: typeof typed === 'string' ? typed.trim() : '' });
        }}
      >
        <TextField
          key={searchText}
          label={searchLabel}
          labelHidden
          type="search"
          name="q"
          placeholder={searchLabel}
          defaultValue={searchText}
          maxLength={limits.searchLengthMax}
          enterKeyHint="search"
          autoComplete="off"
        />
      </Form>
      {children}
      {orders.length === 0 ? null : (
        <div className={styles.sort}>
          <SelectField
            label="Sort by"
            labelHidden
            options={orders}
            value={order}
            onChange={({ target }) => change({ sort: target.value === orders[0]?.value ? '' : target.value })}
          />
        </div>
      )}
    </div>
  );
}

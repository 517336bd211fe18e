/** Words to look for and an order, above a grid. The address keeps both; what is as usual is left out of it. */
import * as limits from '@contract/kernel/limits';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { SelectField, TextField } from '../forms/fields';
import { useAddressKeys } from '../core/use-address-keys';
import styles from './list-controls.module.css';

interface ListControlsProps {
  /** What the field looks through: `Search videos`. */
  searchLabel: string;
  /** The orders there are, the usual one first; without them there is one alone. */
  orders?: readonly { value: string; label: string }[];
  order?: string;
  children?: ReactNode;
}

export function ListControls({ searchLabel, orders = [], order, children }: ListControlsProps) {
  const { query } = useRouter();
  const change = useAddressKeys();
  const words = typeof query['q'] === 'string' ? query['q'] : '';
  return (
    <div className={styles.controls}>
      <form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('q');
          change({ q: typeof typed === 'string' ? typed.trim() : '' });
        }}
      >
        <TextField
          key={words}
          label={searchLabel}
          labelHidden
          type="search"
          name="q"
          placeholder={searchLabel}
          defaultValue={words}
          maxLength={limits.searchLengthMax}
          enterKeyHint="search"
          autoComplete="off"
        />
      </form>
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

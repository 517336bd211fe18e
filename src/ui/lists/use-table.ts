/** Where a table stands. The address is the only place that keeps it. */
import { tableDefaults } from '@contract/kernel/conventions';
import { addressOf, tableQueryOf } from '@web/lib/table-query';
import type { AddressQuery, TableQuery } from '@web/lib/table-query';
import { useRouter } from 'next/router';

export interface TablePlace {
  address: AddressQuery;
  query: TableQuery;
  /** Another page, size or order. */
  onQuery: (query: TableQuery) => void;
  /** The value of a filter, or an empty text. */
  filter: (key: string) => string;
  /** Sets a filter, or takes it away by an empty text; the table starts again at its first page. */
  onFilter: (key: string, value: string) => void;
  /** Whether any filter is set. */
  isFiltered: boolean;
}

/**
 * Beside its own keys the table keeps the words looked for (`q`), its choices, and `kept` keys of the page around it.
 * `defaultsOf`: where the table stands when the address does not say; it may depend on what else the address holds.
 */
export function useTable(
  sortable: readonly string[],
  choices: readonly { key: string }[],
  kept: readonly string[] = [],
  defaultsOf: (address: AddressQuery) => TableQuery = () => tableDefaults,
): TablePlace {
  const router = useRouter();
  const path = router.asPath.split(/[?#]/)[0] ?? '';
  const defaults = defaultsOf(router.query);
  const query = tableQueryOf(router.query, sortable, defaults);
  const filter = (key: string): string => {
    const value = router.query[key];
    return (typeof value === 'string' ? value : value?.[0]) ?? '';
  };
  const filters = ['q', ...choices.map(({ key }) => key)];
  const beside = Object.fromEntries([...filters, ...kept].map((key) => [key, filter(key)]));
  const open = (next: TableQuery, others: AddressQuery) => {
    const text = new URLSearchParams(
      Object.entries(addressOf(next, others, defaults)).map(([key, value]) => [key, String(value)]),
    ).toString();
    void router.push(text === '' ? path : `${path}?${text}`, undefined, { scroll: false });
  };
  return {
    address: router.query,
    query,
    onQuery: (next) => open(next, beside),
    filter,
    onFilter: (key, value) => open({ ...query, current: 1 }, { ...beside, [key]: value }),
    isFiltered: filters.some((key) => filter(key) !== ''),
  };
}

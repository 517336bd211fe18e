/** The state of a table, stored only in the URL. */
import { tableDefaults } from '@contract/kernel/conventions';
import { urlQueryOf, tableQueryOf } from '@web/lib/table-query';
import type { UrlQuery, TableQuery } from '@web/lib/table-query';
import { useRouter } from 'next/router';

export interface TableState {
  urlQuery: UrlQuery;
  query: TableQuery;
  /** Changes page, page size or order. */
  onQuery: (query: TableQuery) => void;
  /** The value of a filter; empty if not set. */
  filter: (key: string) => string;
  /** Sets a filter; an empty string removes it. Returns to the first page. */
  onFilter: (key: string, value: string) => void;
  /** Whether any filter is set. */
  isFiltered: boolean;
}

/**
 * Besides its own parameters the table keeps the search text (`q`), its `filters`, and the page's parameters in `preserved`.
 * `defaultsOf`: the default state, which may depend on other parameters.
 */
export function useTable(
  sortable: readonly string[],
  filters: readonly { key: string }[],
  preserved: readonly string[] = [],
  defaultsOf: (urlQuery: UrlQuery) => TableQuery = () => tableDefaults,
): TableState {
  const router = useRouter();
  const path = router.asPath.split(/[?#]/)[0] ?? '';
  const defaults = defaultsOf(router.query);
  const query = tableQueryOf(router.query, sortable, defaults);
  const filter = (key: string): string => {
    const value = router.query[key];
    return (typeof value === 'string' ? value : value?.[0]) ?? '';
  };
  const filterKeys = ['q', ...filters.map(({ key }) => key)];
  const otherParameters = Object.fromEntries([...filterKeys, ...preserved].map((key) => [key, filter(key)]));
  const open = (next: TableQuery, others: UrlQuery) => {
    const search = new URLSearchParams(
      Object.entries(urlQueryOf(next, others, defaults)).map(([key, value]) => [key, String(value)]),
    ).toString();
    void router.push(search === '' ? path : `${path}?${search}`, undefined, { scroll: false });
  };
  return {
    urlQuery: router.query,
    query,
    onQuery: (next) => open(next, otherParameters),
    filter,
    onFilter: (key, value) => open({ ...query, current: 1 }, { ...otherParameters, [key]: value }),
    isFiltered: filterKeys.some((key) => filter(key) !== ''),
  };
}

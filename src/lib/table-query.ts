/**
 * Where a table stands, kept in the address: page, size, order and the filters beside them.
 * Defaults are left out of the address; a value that makes no sense falls back without a word.
 */
import { tableDefaults } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';

export type SortDirection = 'asc' | 'desc';

export interface TableQuery {
  current: number;
  pageSize: number;
  sortBy: string;
  sort: SortDirection;
}

/** A query as the router gives it. */
export type AddressQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

const firstOf = (value: string | readonly string[] | undefined): string | undefined => (typeof value === 'string' ? value : value?.[0]);

function countOf(value: string | undefined, fallback: number, most: number): number {
  if (value === undefined || !/^\d{1,7}$/.test(value)) return fallback;
  const count = Number(value);
  return count >= 1 && count <= most ? count : fallback;
}

const deepest = (pageSize: number): number => Math.floor(limits.page.offsetMax / pageSize) + 1;

/** Reads an address. `sortable` lists the fields that the table can be sorted by. */
export function tableQueryOf(address: AddressQuery, sortable: readonly string[], defaults: TableQuery = tableDefaults): TableQuery {
  const pageSize = countOf(firstOf(address['pageSize']), defaults.pageSize, limits.page.limitMax);
  const sortBy = firstOf(address['sortBy']);
  const sort = firstOf(address['sort']);
  return {
    current: countOf(firstOf(address['current']), defaults.current, deepest(pageSize)),
    pageSize,
    sortBy: sortBy !== undefined && sortable.includes(sortBy) ? sortBy : defaults.sortBy,
    sort: sort === 'asc' || sort === 'desc' ? sort : defaults.sort,
  };
}

/** Writes into an address; whatever else it holds stays. */
export function addressOf(
  query: TableQuery,
  kept: AddressQuery = {},
  defaults: TableQuery = tableDefaults,
): Record<string, string | string[]> {
  const address: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(kept)) {
    if (value === undefined || value === '' || key in defaults) continue;
    address[key] = typeof value === 'string' ? value : [...value];
  }
  for (const key of ['current', 'pageSize', 'sortBy', 'sort'] as const) {
    if (query[key] !== defaults[key]) address[key] = String(query[key]);
  }
  return address;
}

/** What the host is asked for: rows to skip and rows to take. */
export function windowOf({ current, pageSize, sortBy, sort }: TableQuery): {
  limit: number;
  offset: number;
  sortBy: string;
  sort: SortDirection;
} {
  return { limit: pageSize, offset: (current - 1) * pageSize, sortBy, sort };
}

/** The text that an address holds at a key, or nothing; whatever is too long is cut. */
export function textAt(address: AddressQuery, key: string): string | undefined {
  const text = firstOf(address[key])?.trim().slice(0, limits.searchLengthMax);
  return text === '' ? undefined : text;
}

/** A day as an address carries it, or nothing. */
export function dayAt(address: AddressQuery, key: string): string | undefined {
  const text = textAt(address, key);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** The value at a key when it is one of those offered. */
export function oneAt<T extends string>(address: AddressQuery, key: string, offered: readonly T[]): T | undefined {
  return offered.find((value) => value === textAt(address, key));
}

/** The page that an address asks a list for, ordered by one of `sorts`. */
export function pageAt<S extends string>(address: AddressQuery, sorts: readonly S[]) {
  const place = windowOf(tableQueryOf(address, sorts));
  return { ...place, sortBy: sorts.find((sort) => sort === place.sortBy) ?? tableDefaults.sortBy, q: textAt(address, 'q') };
}

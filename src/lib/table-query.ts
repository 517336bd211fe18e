/**
 * The state of a table in the URL: page, page size, order and filters.
 * Defaults are omitted from the URL; an invalid value falls back to the default.
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

/** A query in the router's format. */
export type UrlQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

const firstOf = (value: string | readonly string[] | undefined): string | undefined => (typeof value === 'string' ? value : value?.[0]);

/** A whole number from 1 to `max`, else the fallback. */
function positiveInteger(value: string | undefined, fallback: number, max: number): number {
  if (value === undefined || !/^\d{1,7}$/.test(value)) return fallback;
  const count = Number(value);
  return count >= 1 && count <= max ? count : fallback;
}

const pageMax = (pageSize: number): number => Math.floor(limits.page.offsetMax / pageSize) + 1;

/** Reads a URL query. `sortable` lists the fields that the table can be sorted by. */
export function tableQueryOf(urlQuery: UrlQuery, sortable: readonly string[], defaults: TableQuery = tableDefaults): TableQuery {
  const pageSize = positiveInteger(firstOf(urlQuery['pageSize']), defaults.pageSize, limits.page.limitMax);
  const sortBy = firstOf(urlQuery['sortBy']);
  const sort = firstOf(urlQuery['sort']);
  return {
    current: positiveInteger(firstOf(urlQuery['current']), defaults.current, pageMax(pageSize)),
    pageSize,
    sortBy: sortBy !== undefined && sortable.includes(sortBy) ? sortBy : defaults.sortBy,
    sort: sort === 'asc' || sort === 'desc' ? sort : defaults.sort,
  };
}

/** `existing` with the parameters of `query`; defaults are omitted. */
export function urlQueryOf(
  query: TableQuery,
  existing: UrlQuery = {},
  defaults: TableQuery = tableDefaults,
): Record<string, string | string[]> {
  const urlQuery: Record<string, string | string[]> = {};
  for (const [key, value] of Object.entries(existing)) {
    if (value === undefined || value === '' || key in defaults) continue;
    urlQuery[key] = typeof value === 'string' ? value : [...value];
  }
  for (const key of ['current', 'pageSize', 'sortBy', 'sort'] as const) {
    if (query[key] !== defaults[key]) urlQuery[key] = String(query[key]);
  }
  return urlQuery;
}

/** The limit and offset for the server. */
export function rangeOf({ current, pageSize, sortBy, sort }: TableQuery): {
  limit: number;
  offset: number;
  sortBy: string;
  sort: SortDirection;
} {
  return { limit: pageSize, offset: (current - 1) * pageSize, sortBy, sort };
}

/** The text at a key of a URL query, cut at the search limit, or undefined. */
export function textAt(urlQuery: UrlQuery, key: string): string | undefined {
  const text = firstOf(urlQuery[key])?.trim().slice(0, limits.searchLengthMax);
  return text === '' ? undefined : text;
}

/** The day (`2026-05-03`) at a key of a URL query, or undefined. */
export function dayAt(urlQuery: UrlQuery, key: string): string | undefined {
  const text = textAt(urlQuery, key);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** The value at a key of a URL query if it is one of `options`, else undefined. */
export function optionAt<T extends string>(urlQuery: UrlQuery, key: string, options: readonly T[]): T | undefined {
  return options.find((value) => value === textAt(urlQuery, key));
}

/** The page, search and order of a list in a URL query. `sortable` lists the fields that it can be sorted by. */
export function pageAt<S extends string>(urlQuery: UrlQuery, sortable: readonly S[]) {
  const range = rangeOf(tableQueryOf(urlQuery, sortable));
  return { ...range, sortBy: sortable.find((sort) => sort === range.sortBy) ?? tableDefaults.sortBy, q: textAt(urlQuery, 'q') };
}

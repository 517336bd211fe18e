/** Filters of the explore page and their query parameters. Multiple values are joined by commas; invalid values are ignored. */
import { attributeOptions } from '@contract/kernel/attributes';
import type { AttributeName } from '@contract/kernel/attributes';
import { countryName } from '@web/lib/i18n/place-names';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { QueryOf } from '@web/services/call';

export const attributeNames = [
  'gender',
  'sexualOrientation',
  'age',
  'height',
  'weight',
  'size',
  'bodyType',
  'hair',
  'eyes',
  'ethnicity',
] as const satisfies readonly AttributeName[];
export type ChoiceName = (typeof attributeNames)[number] | 'country';
const choiceNames: readonly ChoiceName[] = [...attributeNames, 'country'];

export const flagNames = ['free', 'live', 'new', 'online'] as const;
export type FlagName = (typeof flagNames)[number];
export const sorts = ['popular', 'new', 'online'] as const;
export type ExploreSort = (typeof sorts)[number];

export interface ExploreFilters {
  q: string;
  sort: ExploreSort;
  flags: readonly FlagName[];
  choices: Readonly<Partial<Record<ChoiceName, readonly string[]>>>;
}

export const defaultFilters: ExploreFilters = { q: '', sort: 'popular', flags: [], choices: {} };

export const attributeLabels: Record<ChoiceName, string> = {
  gender: 'Gender',
  sexualOrientation: 'Orientation',
  age: 'Age',
  height: 'Height',
  weight: 'Weight',
  size: 'Size',
  bodyType: 'Body type',
  hair: 'Hair',
  eyes: 'Eyes',
  ethnicity: 'Ethnicity',
  country: 'Country',
};

export const flagLabels: Record<FlagName, string> = { free: 'Free', live: 'Live', new: 'New', online: 'Online now' };

/** Users who joined within this many days count as new. */
const new_days = 30;
const day_ms = 86_400_000;

type UrlQuery = Readonly<Record<string, string | readonly string[] | undefined>>;
const textAt = (urlQuery: UrlQuery, key: string): string => {
  const value = urlQuery[key];
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
};

const isOffered = (name: ChoiceName, value: string): boolean =>
  name === 'country' ? /^[A-Z]{2}$/.test(value) : attributeOptions[name].some((option) => option.value === value);

/** The filters in a URL query. */
export function filtersOf(urlQuery: UrlQuery): ExploreFilters {
  const chosen = choiceNames.flatMap((name): [ChoiceName, string[]][] => {
    const values = [...new Set(textAt(urlQuery, name).split(','))].filter((value) => isOffered(name, value));
    return values.length > 0 ? [[name, values]] : [];
  });
  return {
    q: textAt(urlQuery, 'q').trim().slice(0, 100),
    sort: sorts.find((sort) => sort === urlQuery['sort']) ?? defaultFilters.sort,
    flags: flagNames.filter((flag) => urlQuery[flag] === '1'),
    choices: Object.fromEntries(chosen),
  };
}

/** The URL query for these filters; defaults are left out. */
export function urlQueryOfFilters({ q, sort, flags, choices }: ExploreFilters): Record<string, string> {
  const chosen = Object.entries(choices).map(([name, values]): [string, string] => [name, values.join(',')]);
  return {
    ...(q === '' ? {} : { q }),
    ...Object.fromEntries(flags.map((flag) => [flag, '1'])),
    ...Object.fromEntries(chosen.filter(([, values]) => values !== '')),
    ...(sort === defaultFilters.sort ? {} : { sort }),
  };
}

/** The path of the explore page with these filters. */
export function explorePath(filters: ExploreFilters): string {
  const query = new URLSearchParams(urlQueryOfFilters(filters)).toString();
  return query === '' ? '/explore' : `/explore?${query}`;
}

const apiSort = { popular: 'popular', new: 'createdAt', online: 'online' } as const;
export const pageSize = 12;

/** The query for the API. `now` is rounded to the day, so that server and browser build the same request. */
export function searchQueryOf({ q, sort, flags, choices }: ExploreFilters, now: Date): QueryOf<'GET /performers/user/search'> {
  return {
    limit: pageSize,
    sortBy: apiSort[sort],
    sort: 'desc',
    ...(q === '' ? {} : { q }),
    ...(flags.includes('free') ? { isFreeSubscription: true } : {}),
    ...(flags.includes('live') ? { isLive: true } : {}),
    ...(flags.includes('online') ? { isOnline: true } : {}),
    ...(flags.includes('new') ? { fromDate: new Date(now.getTime() - new_days * day_ms).toISOString().slice(0, 10) } : {}),
    ...Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, [...values]])),
  };
}

const toggleItem = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

export function withFlagToggled(filters: ExploreFilters, flag: FlagName): ExploreFilters {
  return { ...filters, flags: toggleItem(filters.flags, flag) };
}

export function withChoices(filters: ExploreFilters, name: ChoiceName, values: readonly string[]): ExploreFilters {
  const others = Object.entries(filters.choices).filter(([other]) => other !== name);
  return { ...filters, choices: Object.fromEntries(values.length > 0 ? [...others, [name, values]] : others) };
}

export function withChoiceToggled(filters: ExploreFilters, name: ChoiceName, value: string): ExploreFilters {
  return withChoices(filters, name, toggleItem(filters.choices[name] ?? [], value));
}

/** Removes all filters, keeping the sort order and the search text. */
export const clearFilters = ({ sort }: ExploreFilters): ExploreFilters => ({ ...defaultFilters, sort });

export interface ChosenFilter {
  key: string;
  label: string;
  /** The filters without this one. */
  without: ExploreFilters;
}

/** The label of an attribute value, or of a country. */
export function labelOf(name: ChoiceName, value: string): string {
  if (name === 'country') return countryName(value);
  return translateMessage(attributeOptions[name].find((option) => option.value === value)?.label ?? value);
}

/** Attributes whose values are unclear without the attribute's name. */
const ambiguousAttributes: readonly ChoiceName[] = ['hair', 'eyes', 'size', 'sexualOrientation'];

function choiceLabel(name: ChoiceName, value: string): string {
  const label = labelOf(name, value);
  return ambiguousAttributes.includes(name) ? `${attributeLabels[name]}: ${label.toLowerCase()}` : label;
}

/** The active filters one by one; the search text is one of them. */
export function chosenFilters(filters: ExploreFilters): ChosenFilter[] {
  const searchFilter = filters.q === '' ? [] : [{ key: 'q', label: `“${filters.q}”`, without: { ...filters, q: '' } }];
  const flags = filters.flags.map((flag) => ({ key: flag, label: flagLabels[flag], without: withFlagToggled(filters, flag) }));
  const choices = choiceNames.flatMap((name) =>
    (filters.choices[name] ?? []).map((value) => ({
      key: `${name}:${value}`,
      label: choiceLabel(name, value),
      without: withChoiceToggled(filters, name, value),
    })),
  );
  return [...searchFilter, ...flags, ...choices];
}

/** The number of active filters, without the search text. */
export const filterCount = (filters: ExploreFilters): number => chosenFilters({ ...filters, q: '' }).length;

/** What the search page asks the host; server part and screen ask alike. */
import * as limits from '@contract/kernel/limits';
import { textAt } from '@web/lib/table-query';
import type { AddressQuery } from '@web/lib/table-query';

/** A single letter finds too much to be of use. */
export const wordLengthMin = 2;

/** The words that an address looks for, or an empty text. */
export const wordsAt = (address: AddressQuery): string => (textAt(address, 'q') ?? '').slice(0, limits.keywordLengthMax);

export const totalsRead = (keyword: string) => ({ body: { keyword } });
/** The words that most people look for; with a beginning, those that begin so. */
export const keywordsRead = (beginning: string) => ({
  query: { limit: 8, sortBy: 'attempts', sort: 'desc', ...(beginning === '' ? {} : { q: beginning }) } as const,
});
export const firstPerformersRead = (words: string) => ({ query: { limit: 8, q: words } });

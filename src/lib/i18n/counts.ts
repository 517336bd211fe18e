/** Counts with their nouns, and percentages. */
import * as limits from '@contract/kernel/limits';
import { numberFormat } from './intl';

/** `1 view`, `1,204 views`. */
export function countWords(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberFormat(undefined, {}).format(count)} ${count === 1 ? noun : plural}`;
}

/** As `countWords` for search results: `1,000+ videos` where the server stops counting. */
export function countFoundWords(total: number, noun: string, plural = `${noun}s`): string {
  const more = total >= limits.page.countedInSearchMax ? '+' : '';
  return `${numberFormat(undefined, {}).format(total)}${more} ${total === 1 ? noun : plural}`;
}

/** A share from 0 to 1 as a percentage: `40%`, in German `40 %`. */
export const formatPercent = (share: number, maximumFractionDigits = 0): string =>
  numberFormat(undefined, { style: 'percent', maximumFractionDigits }).format(share);

/** What pages say of shows. */
import { countWords } from '@web/lib/i18n/counts';
import { clockOf } from '@web/lib/i18n/dates';
import { formatTokens } from '@web/lib/i18n/money';
import type { Stream } from './show';

/** How long a show runs, as 04:05 or 1:04:05. */
export const runningTime = (seconds: number): string => clockOf(Math.floor(seconds) * 1000).padStart(5, '0');

export const viewerWords = (viewers: number): string => countWords(viewers, 'viewer');

/** What it takes to come in, in a word or two. */
export function entryWords({ isFree, price }: Pick<Stream, 'isFree' | 'price'>): string {
  if (isFree) return 'Free for subscribers';
  return price === null || price === 0 ? 'Free' : formatTokens(price);
}

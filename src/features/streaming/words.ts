/** What pages say of shows. */
import { countWords } from '@web/lib/count-words';
import { formatTokens } from '@web/lib/money';
import type { Stream } from './show';

const minute_s = 60;
const hour_s = 3600;
const two = (value: number): string => String(value).padStart(2, '0');

/** How long a show runs, as 04:05 or 1:04:05. */
export function runningTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / hour_s);
  const rest = `${two(Math.floor((whole % hour_s) / minute_s))}:${two(whole % minute_s)}`;
  return hours === 0 ? rest : `${String(hours)}:${rest}`;
}

export const viewerWords = (viewers: number): string => countWords(viewers, 'viewer');

/** What it takes to come in, in a word or two. */
export function entryWords({ isFree, price }: Pick<Stream, 'isFree' | 'price'>): string {
  if (isFree) return 'Free for subscribers';
  return price === null || price === 0 ? 'Free' : formatTokens(price);
}

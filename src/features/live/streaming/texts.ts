/** Texts of the pages of shows. */
import { countWords } from '@web/lib/i18n/counts';
import { clockOf } from '@web/lib/i18n/dates';
import { formatTokens } from '@web/lib/i18n/money';
import type { Stream } from './store/show';

/** Running time as 04:05 or 1:04:05. */
export const runningTime = (seconds: number): string => clockOf(Math.floor(seconds) * 1000).padStart(5, '0');

export const viewersText = (viewers: number): string => countWords(viewers, 'viewer');

type AccessTerms = Pick<Stream, 'audience' | 'price'>;

/** The access terms in one or two words. */
export function accessLabel({ audience, price }: AccessTerms): string {
  if (audience === 'public') return 'Open to everyone';
  if (audience === 'followers') return 'For followers';
  if (audience === 'subscribers') return 'Free for subscribers';
  return formatTokens(price ?? 0);
}

/** The access terms as a sentence, for a viewer without access. */
export function accessText({ audience, price, performer: { name } }: AccessTerms & { performer: { name: string } }): string {
  if (audience === 'public') return 'This stream is open to everyone.';
  if (audience === 'followers') return `This stream is for followers of ${name}. Following is free.`;
  if (audience === 'subscribers') return `This stream is for subscribers of ${name}.`;
  return `This stream costs ${accessLabel({ audience, price })} tokens to watch.`;
}

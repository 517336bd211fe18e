/** What became of requests and shows, in words. */
import type { ShowEndReason } from '@contract/values';
import { countWords } from '@web/lib/i18n/counts';
import { splitOf, sumOf } from '@web/lib/i18n/money';
import type { PrivateRequest } from '../../private-shows/request';

/** Why there is no show, as the fan reads it. */
export function refusalWords({ status, performer }: Pick<PrivateRequest, 'status' | 'performer'>): string {
  if (status === 'declined') return `${performer.name} cannot come now. Nothing was paid.`;
  if (status === 'cancelled') return 'The request was taken back. Nothing was paid.';
  return `${performer.name} did not answer within a minute. Nothing was paid.`;
}

export const endReasons: Record<ShowEndReason, string> = {
  left: 'One of you ended it.',
  spent: 'The balance was spent.',
  lost: 'One of you did not come back.',
  operator: 'The site’s team ended it.',
};

export const minutesText = (minutes: number): string => countWords(minutes, 'minute');

/** What begun minutes bring to the performer: each is split by itself, as the host does. */
export const earnedSoFar = ({ pricePerMinute, minutesBilled }: PrivateRequest, commissionRate: number): number =>
  sumOf(...Array.from({ length: minutesBilled }, () => splitOf(pricePerMinute, commissionRate).receives));

/** What was set aside at first and not used: more is only set aside once all of it is spent. */
export const returned = ({ pricePerMinute, minimumMinutes, amountBilled }: PrivateRequest): number =>
  Math.max(0, sumOf(pricePerMinute * minimumMinutes, -amountBilled));

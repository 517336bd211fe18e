/** Texts for the outcome of requests and shows. */
import type { ShowEndReason } from '@contract/kernel/values/live';
import { countWords } from '@web/lib/i18n/counts';
import { splitPrice, sumOf } from '@web/lib/i18n/money';
import type { PrivateRequest } from './request';

/** Why there is no show, worded for the fan. */
export function declineText({ status, performer }: Pick<PrivateRequest, 'status' | 'performer'>): string {
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

/** The performer's earnings for started minutes. The commission is taken per minute, as in the API. */
export const earnedSoFar = ({ pricePerMinute, minutesBilled }: PrivateRequest, commissionRate: number): number =>
  sumOf(...Array.from({ length: minutesBilled }, () => splitPrice(pricePerMinute, commissionRate).receives));

/** The part of the first hold that was not used: more is held only once the first hold is spent. */
export const unusedHold = ({ pricePerMinute, minimumMinutes, amountBilled }: PrivateRequest): number =>
  Math.max(0, sumOf(pricePerMinute * minimumMinutes, -amountBilled));

/** Texts for the outcome of requests and shows. */
import type { PrivateShowEndReason } from '@contract/kernel/values/live';
import { countWords } from '@web/lib/i18n/counts';
import { splitPrice, sumOf } from '@web/lib/i18n/money';
import type { PrivateRequest } from './request';

/** Why there is no show, worded for the fan. */
export function declineText({ status, performer }: Pick<PrivateRequest, 'status' | 'performer'>): string {
  if (status === 'declined') return `${performer.name} can’t join right now. You weren’t charged.`;
  if (status === 'cancelled') return 'The request was canceled. You weren’t charged.';
  return `${performer.name} didn’t answer within a minute. You weren’t charged.`;
}

export const endReasons: Record<PrivateShowEndReason, string> = {
  left: 'One of you ended the show.',
  spent: 'The balance ran out.',
  lost: 'One of you didn’t reconnect.',
  operator: 'Our team ended the show.',
};

export const minutesText = (minutes: number): string => countWords(minutes, 'minute');

/** The performer's earnings for started minutes. The commission is taken per minute, as in the API. */
export const earnedSoFar = ({ pricePerMinute, minutesBilled }: PrivateRequest, commissionRate: number): number =>
  sumOf(...Array.from({ length: minutesBilled }, () => splitPrice(pricePerMinute, commissionRate).earning));

/** The part of the first hold that was not used: more is held only once the first hold is spent. */
export const unusedHold = ({ pricePerMinute, minimumMinutes, amountBilled }: PrivateRequest): number =>
  Math.max(0, sumOf(pricePerMinute * minimumMinutes, -amountBilled));

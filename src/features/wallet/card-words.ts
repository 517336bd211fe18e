/** Cards in words: brands as people know them, and whether one is about to run out. */
import type { AnswerOf } from '@web/services/call';

export type Card = AnswerOf<'GET /payment-cards'>['data'][number];

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** `Visa •••• 4242`. */
export function cardName({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brands[brand] ?? (brand === '' ? 'Card' : brand)} •••• ${last4}`;
}

/** How the same is read aloud: bullets are noise to the ear. */
export function spokenCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brands[brand] ?? (brand === '' ? 'Card' : brand)} ending in ${last4}`;
}

/** `12/30`. */
export function cardUntil({ month, year }: Pick<Card, 'month' | 'year'>): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}

const warning_months = 2;

/** Whether a card has run out, or will within two months. */
export function expiryOf({ month, year }: Pick<Card, 'month' | 'year'>, now: Date): 'fine' | 'soon' | 'over' {
  const left = (year - now.getFullYear()) * 12 + (month - 1 - now.getMonth());
  if (left < 0) return 'over';
  return left <= warning_months ? 'soon' : 'fine';
}

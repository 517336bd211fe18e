/** Texts about payment cards: brand names, expiry, and the source of a payment. */

interface CardLabel {
  brand: string;
  last4: string;
}
interface Expiry {
  /** From 1 to 12. */
  month: number;
  /** Four digits. */
  year: number;
}

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
export function cardName({ brand, last4 }: CardLabel): string {
  return `${brands[brand] ?? (brand === '' ? 'Card' : brand)} •••• ${last4}`;
}

/** The same for screen readers, which would read the bullets aloud. */
export function spokenCard({ brand, last4 }: CardLabel): string {
  return `${brands[brand] ?? (brand === '' ? 'Card' : brand)} ending in ${last4}`;
}

/** The end of validity: `12/30`. */
export function cardExpiryText({ month, year }: Expiry): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}

const warningPeriod_months = 2;

/** Whether a card has expired, or will within two months. */
export function expiryStateOf({ month, year }: Expiry, now: Date): 'valid' | 'expiring' | 'expired' {
  const left = (year - now.getFullYear()) * 12 + (month - 1 - now.getMonth());
  if (left < 0) return 'expired';
  return left <= warningPeriod_months ? 'expiring' : 'valid';
}

/** What a payment was made with: the card, the wallet, or nothing. */
export function paymentMethodText(payment: { card: CardLabel | null; paymentGateway: string; totalPrice: number }): string {
  if (payment.totalPrice === 0) return 'No charge';
  if (payment.card !== null) return cardName(payment.card);
  return payment.paymentGateway === 'wallet' ? 'Wallet' : 'Card';
}

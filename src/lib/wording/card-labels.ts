/** Cards in words: brands as people know them, whether one is about to run out, and what a payment came from. */

interface Face {
  brand: string;
  last4: string;
}
/** Until when a card may be used. */
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
export function cardName({ brand, last4 }: Face): string {
  return `${brands[brand] ?? (brand === '' ? 'Card' : brand)} •••• ${last4}`;
}

/** How the same is read aloud: bullets are noise to the ear. */
export function spokenCard({ brand, last4 }: Face): string {
  return `${brands[brand] ?? (brand === '' ? 'Card' : brand)} ending in ${last4}`;
}

/** `12/30`. */
export function cardUntil({ month, year }: Expiry): string {
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}

const warning_months = 2;

/** Whether a card has run out, or will within two months. */
export function expiryOf({ month, year }: Expiry, now: Date): 'fine' | 'soon' | 'over' {
  const left = (year - now.getFullYear()) * 12 + (month - 1 - now.getMonth());
  if (left < 0) return 'over';
  return left <= warning_months ? 'soon' : 'fine';
}

/** What paid: the card, the wallet, or nothing where nothing was to be paid. */
export function sourceOf(payment: { card: Face | null; paymentGateway: string; totalPrice: number }): string {
  if (payment.totalPrice === 0) return 'Nothing to pay';
  if (payment.card !== null) return cardName(payment.card);
  return payment.paymentGateway === 'wallet' ? 'Wallet' : 'Card';
}

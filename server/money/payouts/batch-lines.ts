/** What stands in a payout file, whatever its format. */
import type { Destination } from './destination';

export interface BatchLine {
  payoutId: string;
  /** The performer's name on the site. */
  performer: string;
  amount_cents: bigint;
  destination: Destination;
}

export interface BatchFile {
  id: string;
  /** In capitals. */
  currency: string;
  at: Date;
  /** What the site calls itself to its performers' banks. */
  siteName: string;
  lines: readonly BatchLine[];
}

/** An id as banks and PayPal take one: letters and digits, 32 of them. */
export const plainId = (id: string): string => id.replaceAll('-', '');

/** `12.50` */
export const amountText = (cents: bigint): string => `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`;

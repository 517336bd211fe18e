/** The content of a payout file, independent of its format. */
import type { Destination } from './destination';

export interface BatchLine {
  payoutId: string;
  /** The performer's display name. */
  performer: string;
  amount_cents: bigint;
  destination: Destination;
}

export interface BatchFile {
  id: string;
  /** In capitals. */
  currency: string;
  at: Date;
  /** The site's name, for bank statements. */
  siteName: string;
  lines: readonly BatchLine[];
}

/** An id in the form that banks and PayPal accept: 32 letters and digits. */
export const compactId = (id: string): string => id.replaceAll('-', '');

/** `12.50` */
export const amountText = (cents: bigint): string => `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`;

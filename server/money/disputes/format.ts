/** Dates and amounts formatted for banks. */
import { amountOf } from '@contract/kernel/values/amounts';

/** `2026-05-01`. */
export const dayText = (at: Date): string => at.toISOString().slice(0, 'yyyy-mm-dd'.length);
/** `2026-05-01 10:00 UTC`. */
export const minuteText = (at: Date): string => `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} UTC`;
/** `45.00 USD`: the symbol of a currency can be ambiguous. */
export const moneyText = (cents: bigint, currency: string): string => `${amountOf(cents).toFixed(2)} ${currency.toUpperCase()}`;

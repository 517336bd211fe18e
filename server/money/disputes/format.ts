/** Dates and amounts formatted for banks. */
import { priceOf } from '../../platform/languages/formats';
import { english } from '../../platform/languages/languages';

/** `2026-05-01`. */
export const dayText = (at: Date): string => at.toISOString().slice(0, 'yyyy-mm-dd'.length);
/** `2026-05-01 10:00 UTC`. */
export const minuteText = (at: Date): string => `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} UTC`;
/** `45.00 USD`. */
export const moneyText = (cents: bigint, currency: string): string => priceOf(cents, currency)(english);

/** Column settings that many tables share. */

/** An instant with its time zone, to the millisecond: what JSON carries and a cursor compares. */
export const instant = { withTimezone: true, precision: 3 } as const;

/** A share of a price, with four decimals. */
export const share = { precision: 5, scale: 4, mode: 'number' } as const;

/** Whole hundredths of an amount. */
export const cents = { mode: 'bigint' } as const;

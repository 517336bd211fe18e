/** Column settings that many tables share. */

/** A timestamp with time zone, with the millisecond precision of JSON and cursors. */
export const instant = { withTimezone: true, precision: 3 } as const;

/** A share of a price, with four decimals. */
export const share = { precision: 5, scale: 4, mode: 'number' } as const;

/** An amount in cents. */
export const cents = { mode: 'bigint' } as const;

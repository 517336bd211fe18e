/** Column settings that many tables share. */

/** An instant with its time zone, to the millisecond: what JSON carries and a cursor compares. */
export const instant = { withTimezone: true, precision: 3 } as const;

/** Limits of sessions. */
import { day } from '../units';

export const sessionsPerAccount = 50;
export const session = { remembered_s: 365 * day, short_s: day } as const;
/** One by which somebody works for a performer lasts no longer than a day's work. */
export const work_s = day;

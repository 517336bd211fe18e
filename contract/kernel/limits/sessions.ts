/** Limits of sessions. */
import { day } from '../units';

export const sessionsPerAccount = 50;
export const session = { remembered_s: 365 * day, short_s: day } as const;
/** Lifetime of a delegate's session for a performer. */
export const delegateSession_s = day;

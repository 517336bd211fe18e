/** Limits of profiles and delegation. */
import { day } from '../units';

/**
 * Dots and hyphens are allowed only inside a name: at its end they would read as punctuation of the sentence around it. At least
 * one letter or digit is required.
 */
export const username = { lengthMin: 3, lengthMax: 30, pattern: '^(?=.*[a-z0-9])[a-z0-9_][a-z0-9._-]*[a-z0-9_]$' } as const;
/** `typedMax`: of a password before normalization, where a device may send one character as up to four. */
export const password = { lengthMin: 8, lengthMax: 128, typedMax: 512 } as const;
export const emailLengthMax = 254;
export const nameLengthMax = 60;
export const bioLengthMax = 5000;
export const contactMessage = { lengthMin: 20, lengthMax: 2000 } as const;
export const languagesMax = 10;
export const countriesMax = 250;
export const performerAgeMin_years = 18;
export const randomPerformers = { default: 12, max: 50 } as const;
export const usernameHold_s = day;

/** Lifetime of an invitation to a delegate; delegates and invitations per performer; performers per delegate. */
export const delegateInvitation_s = 7 * day;
export const delegatesMax = 10;
export const delegationsMax = 20;
/** How long the log of a delegate's actions is stored. */
export const delegateLogRetention_s = 365 * day;

/** Limits of what people say of themselves. */
import { day } from '../units';

/** Dots and hyphens stand inside alone: at the end of a name they would be taken for the sentence's. A letter or a digit is there. */
export const username = { lengthMin: 3, lengthMax: 30, pattern: '^(?=.*[a-z0-9])[a-z0-9_][a-z0-9._-]*[a-z0-9_]$' } as const;
/** `typedMax`: of one that is compared, whose characters a device may send in up to four parts. */
export const password = { lengthMin: 8, lengthMax: 128, typedMax: 512 } as const;
export const emailLengthMax = 254;
export const nameLengthMax = 60;
export const bioLengthMax = 5000;
export const contactMessage = { lengthMin: 20, lengthMax: 2000 } as const;
export const languagesMax = 10;
export const countriesMax = 250;
export const performerAgeMin_years = 18;
export const randomPerformers = { default: 12, max: 50 } as const;
export const usernameHeld_s = day;

/** An invitation to help a performer; those who help one and who are invited together, and whom one person helps. */
export const helperInvitation_s = 7 * day;
export const helpersMax = 10;
export const helpedMax = 20;
/** What helpers did is kept so long. */
export const helperActsKept_s = 365 * day;

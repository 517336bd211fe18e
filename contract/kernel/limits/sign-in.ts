/** Limits of sign-in: links, codes, passkeys and two-factor. */
import { day, hour, minute } from '../units';

export const socialCookie_s = day;
export const socialAttempt_s = 15 * minute;
export const verifyEmailLink_s = day;
export const resetPasswordLink_s = hour;
export const appealLink_s = 30 * day;
export const restoreEmailLink_s = 7 * day;
export const reauthentication_s = 10 * minute;
export const resend_s = minute;
export const passkeys = {
  max: 10,
  /** Lifetime of a challenge. */
  challenge_s: 5 * minute,
  /** Length of one value in the response of an authenticator. */
  responseValueLengthMax: 20_000,
} as const;
export const twoFactor = {
  digits: 6,
  codeLengthMax: 20,
  recoveryCodes: 10,
  /** The owner is notified when this many recovery codes are left. */
  recoveryCodesLow: 3,
  /** How long a sign-in waits for its second factor, and how many wrong codes it accepts. */
  ticket_s: 5 * minute,
  triesPerTicket: 5,
  /** Wrong codes that one account may enter within `wrongWithin_s`. */
  wrongMax: 20,
  wrongWithin_s: hour,
  deviceTrusted_s: 30 * day,
  devicesMax: 20,
} as const;

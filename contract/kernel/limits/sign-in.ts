/** Limits of coming in: links, codes, keys and second steps. */
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
  /** A device is waited for so long. */
  answer_s: 5 * minute,
  /** Longest of the values in a device's answer. */
  answerLengthMax: 20_000,
} as const;
export const secondStep = {
  digits: 6,
  codeLengthMax: 20,
  recoveryCodes: 10,
  /** So few recovery codes left are told to their person. */
  recoveryCodesLow: 3,
  /** A sign-in waits so long for its second step, and takes so many wrong codes. */
  ticket_s: 5 * minute,
  triesPerTicket: 5,
  /** So many wrong codes of one account within this time are the most. */
  wrongMax: 20,
  wrongWithin_s: hour,
  deviceTrusted_s: 30 * day,
  devicesMax: 20,
} as const;

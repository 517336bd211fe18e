/**
 * Rules for the forms of guests' first pages (login, registration, forgotten passwords), which must load neither zod nor the contract's
 * schemas. Other forms validate with the contract (src/forms/contract-resolver.ts). The server validates again.
 */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';

const username = new RegExp(limits.username.pattern);
const { lengthMin, lengthMax } = limits.password;

/** Whether the server would accept the format of a username. Case is ignored. */
export function isUsername(text: string): boolean {
  const name = text.trim().toLowerCase();
  return name.length >= limits.username.lengthMin && name.length <= limits.username.lengthMax && username.test(name);
}

export const usernameText = (): string =>
  `Use ${String(limits.username.lengthMin)}–${String(limits.username.lengthMax)} letters (a–z), numbers or underscores. Dots and hyphens only in between.`;

/** Rules in the format of react-hook-form: `{...register('email', fieldRules.email)}`. */
export const fieldRules = {
  email: {
    validate: (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) || 'Enter an email address, like ada@example.com.',
  },
  username: {
    validate: (text: string) => isUsername(text) || usernameText(),
  },
  name: {
    validate: (text: string) => !isBlank(text) || 'Enter your display name.',
    maxLength: { value: limits.nameLengthMax, message: `Use at most ${String(limits.nameLengthMax)} characters.` },
  },
  phone: {
    validate: (text: string) =>
      (text.trim().length <= 30 && /^\+?[0-9 ()./-]{4,}$/.test(text.trim())) ||
      'Enter a phone number starting with + and the country code.',
  },
  newPassword: {
    required: 'Choose a password.',
    minLength: { value: lengthMin, message: `Use at least ${String(lengthMin)} characters.` },
    maxLength: { value: lengthMax, message: `Use at most ${String(lengthMax)} characters.` },
  },
} as const;

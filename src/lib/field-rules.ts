/** What fields ask for before anything is sent, in words for the field. The host decides in the end; these only spare a round trip. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';

const username = new RegExp(limits.username.pattern);
const { lengthMin, lengthMax } = limits.password;

/** Whether a username has a form that the host takes. Capitals count as small letters. */
export function isUsername(text: string): boolean {
  const name = text.trim().toLowerCase();
  return name.length >= limits.username.lengthMin && name.length <= limits.username.lengthMax && username.test(name);
}

/** Rules as the form library takes them: `{...register('email', fieldRules.email)}`. */
export const fieldRules = {
  email: {
    validate: (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) || 'Enter an e-mail address, such as ada@example.com.',
  },
  username: {
    validate: (text: string) =>
      isUsername(text) ||
      `Use ${String(limits.username.lengthMin)} to ${String(limits.username.lengthMax)} letters a to z, digits or underscores, with dots or hyphens only between them.`,
  },
  name: {
    validate: (text: string) => !isBlank(text) || 'Enter the name that others will see.',
    maxLength: { value: limits.nameLengthMax, message: `Use at most ${String(limits.nameLengthMax)} characters.` },
  },
  phone: {
    validate: (text: string) =>
      (text.trim().length <= 30 && /^\+?[0-9 ()./-]{4,}$/.test(text.trim())) || 'Enter a phone number, with + and the country code first.',
  },
  newPassword: {
    required: 'Choose a password.',
    minLength: { value: lengthMin, message: `Use at least ${String(lengthMin)} characters.` },
    maxLength: { value: lengthMax, message: `Use at most ${String(lengthMax)} characters.` },
  },
} as const;

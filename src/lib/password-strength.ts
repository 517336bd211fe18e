/** A rough guess at how long a password would stand, for the meter beside the field. The host decides what is refused. */

export interface PasswordStrength {
  /** 0 (too short) to 4 (strong). */
  level: 0 | 1 | 2 | 3 | 4;
  word: string;
}

const shortest = 8;
const words = ['too short', 'weak', 'fair', 'good', 'strong'];
const habits = /password|passw0rd|qwert|asdf|letmein|welcome|iloveyou|admin|abc123|12345|(.)\1{3,}/i;
const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

function levelOf(password: string): PasswordStrength['level'] {
  if (password.length < shortest) return 0;
  const distinct = new Set(password.toLowerCase()).size;
  if (habits.test(password) || distinct < 5) return 1;
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const points = Math.min(password.length, 24) / 4 + variety;
  if (points < 5) return 2;
  return points < 6.5 ? 3 : 4;
}

/** Length counts most, then variety; well-known words and repetition spoil it. */
export function passwordStrength(password: string): PasswordStrength {
  const level = levelOf(password);
  return { level, word: words[level] ?? '' };
}

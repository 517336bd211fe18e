/** A rough estimate of a password's strength, for the meter beside the field. The server decides which passwords it rejects. */

export interface PasswordStrength {
  /** 0 (too short) to 4 (strong). */
  level: 0 | 1 | 2 | 3 | 4;
  word: string;
}

const lengthMin = 8;
const words = ['too short', 'weak', 'fair', 'good', 'strong'];
const commonPatterns = /password|passw0rd|qwert|asdf|letmein|welcome|iloveyou|admin|abc123|12345|(.)\1{3,}/i;
const characterClasses = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];

function levelOf(password: string): PasswordStrength['level'] {
  if (password.length < lengthMin) return 0;
  const distinct = new Set(password.toLowerCase()).size;
  if (commonPatterns.test(password) || distinct < 5) return 1;
  const variety = characterClasses.filter((characters) => characters.test(password)).length;
  const points = Math.min(password.length, 24) / 4 + variety;
  if (points < 5) return 2;
  return points < 6.5 ? 3 : 4;
}

/** Length counts most, then variety. Common words and repetition lower the level. */
export function passwordStrength(password: string): PasswordStrength {
  const level = levelOf(password);
  return { level, word: words[level] ?? '' };
}

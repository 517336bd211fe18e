/** Guessable words: the names of the product, the site and the person, with common suffixes. Attackers try these first. */
import { createHash } from 'node:crypto';
import * as limits from '@contract/kernel/limits';
import { passwordOf } from '@contract/kernel/values/text';
import type { Context } from '../../platform/context';

const productWords = ['footlight', 'operator', 'performer'];
const recentYears = 40;
const suffixes = ['', '1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '0', '00', '01', '007', '69', '99', '666', '777'];

const partsOf = (name: string): string[] => [name, name.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...name.split(/[^\p{L}\p{N}]+/u)];
const spellings = (word: string): string[] => {
  const lower = word.toLowerCase();
  return [word, lower, lower.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)];
};

const wordLengthMin = 3;

/**
 * Whether the hex SHA-256 is that of a guessable word, alone, doubled, or with a suffix. `names` are the person's; absent ones are ignored.
 * Digests are compared because browsers may send only a digest.
 */
export function isGuessableWord(
  { config, settings, clock }: Pick<Context, 'config' | 'settings' | 'clock'>,
  digest: string,
  names: readonly (string | null | undefined)[],
): boolean {
  const site = [...productWords, settings.values().siteName, new URL(config.siteUrl).hostname];
  const words = new Set(
    [...site, ...names]
      .flatMap((name) => (name ? [name, ...partsOf(name)] : []).map(passwordOf))
      .filter((word) => word.length >= wordLengthMin),
  );
  const thisYear = clock.now().getUTCFullYear();
  const years = Array.from({ length: recentYears + 1 }, (_none, back) => String(thisYear - back));
  const target = digest.toLowerCase();
  for (const word of words)
    for (const spelling of new Set(spellings(word)))
      for (const suffix of [...suffixes, ...years, spelling]) {
        const guess = spelling + suffix;
        if (guess.length >= limits.password.lengthMin && createHash('sha256').update(guess).digest('hex') === target) return true;
      }
  return false;
}

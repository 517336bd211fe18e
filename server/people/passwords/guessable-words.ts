/** Words that lie near: the product's, the site's and the person's own names, and what people hang on them. Guessed before anything else. */
import { createHash } from 'node:crypto';
import * as limits from '@contract/kernel/limits';
import { passwordOf } from '@contract/values';
import type { Context } from '../../platform/context';

const productWords = ['footlight', 'operator', 'performer'];
const yearsBack = 40;
const endings = ['', '1', '12', '123', '1234', '12345', '123456', '!', '1!', '123!', '0', '00', '01', '007', '69', '99', '666', '777'];

const partsOf = (name: string): string[] => [name, name.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...name.split(/[^\p{L}\p{N}]+/u)];
const spellings = (word: string): string[] => {
  const low = word.toLowerCase();
  return [word, low, low.toUpperCase(), low.charAt(0).toUpperCase() + low.slice(1)];
};

const shortest = 3;

/**
 * Whether the hex SHA-256 is that of a near word, alone, doubled, or with such an ending. `names` are the person's; absent ones say
 * nothing. Digests are compared because browsers may send nothing else.
 */
export function isNearWord(
  { config, settings, clock }: Pick<Context, 'config' | 'settings' | 'clock'>,
  digest: string,
  names: readonly (string | null | undefined)[],
): boolean {
  const site = [...productWords, settings.values().siteName, new URL(config.siteUrl).hostname];
  const words = new Set(
    [...site, ...names].flatMap((name) => (name ? [name, ...partsOf(name)] : []).map(passwordOf)).filter((word) => word.length >= shortest),
  );
  const thisYear = clock.now().getUTCFullYear();
  const years = Array.from({ length: yearsBack + 1 }, (_none, back) => String(thisYear - back));
  const sought = digest.toLowerCase();
  for (const word of words)
    for (const spelling of new Set(spellings(word)))
      for (const ending of [...endings, ...years, spelling]) {
        const guess = spelling + ending;
        if (guess.length >= limits.password.lengthMin && createHash('sha256').update(guess).digest('hex') === sought) return true;
      }
  return false;
}

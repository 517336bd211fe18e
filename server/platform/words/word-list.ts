/** The words that nobody may write where others read them, and those of which operators want to hear, kept in memory like the settings. */
import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import type { WordFilter as WordFilterSchema } from '@contract/kernel/entities';
import type { Db } from '../db/db';
import { wordFilters } from '../db/schema/schema';
import { inTurn } from '../settings/serialized';
import { foldedWords, joinSpelled } from './fold';

export type WordFilter = z.output<typeof WordFilterSchema>;

export interface WordList {
  /** The first refused word that `text` has in it, as operators wrote it; null when there is none. */
  find(text: string): string | null;
  /** The same of the words that are reported. */
  findReported(text: string): string | null;
  all(): WordFilter[];
  reload(): Promise<void>;
}

/** Readies a list for many texts. */
export function finderOf(filters: readonly Omit<WordFilter, 'action'>[]): (text: string) => string | null {
  const sought = filters.map(({ text, match }) => {
    const word = foldedWords(text);
    return { text, sought: match === 'word' ? ` ${word} ` : word, inWords: match === 'word' };
  });
  return (text) => {
    if (sought.length === 0) return null;
    const folded = foldedWords(text);
    const joined = joinSpelled(folded);
    // Within words, what parts them counts for nothing but spaces between whole words.
    const places = {
      words: ` ${folded} \n ${joined} `,
      parts: `${folded}\n${joined}\n${foldedWords(text.replaceAll(/[^\p{L}\p{N}\s@$]/gu, ''))}`,
    };
    return sought.find((one) => (one.inWords ? places.words : places.parts).includes(one.sought))?.text ?? null;
  };
}

/** Loads the list once and keeps it; `db` is asked again only by `reload`. */
export async function openWordList(db: Db): Promise<WordList> {
  let held: WordFilter[] = [];
  let find = finderOf(held);
  let findReported = find;
  const reload = inTurn(async () => {
    const { text, match, action } = wordFilters;
    held = await db.select({ text, match, action }).from(wordFilters).orderBy(asc(text));
    find = finderOf(held.filter((word) => word.action === 'refuse'));
    findReported = finderOf(held.filter((word) => word.action === 'report'));
  });
  await reload();
  return { find: (text) => find(text), findReported: (text) => findReported(text), all: () => held, reload };
}

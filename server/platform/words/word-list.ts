/** The list of blocked words (rejected or reported), cached in memory like the settings. */
import { asc } from 'drizzle-orm';
import type { z } from 'zod';
import type { WordFilter as WordFilterSchema } from '@contract/kernel/entities';
import type { Db } from '../db/db';
import { wordFilters } from '../db/schema/site';
import { serialized } from '../settings/serialized';
import { foldedWords, joinSpelled } from './fold';

export type WordFilter = z.output<typeof WordFilterSchema>;

export interface WordList {
  /** The first word in `text` with the action `refuse`, as it is in the list; null if there is none. */
  find(text: string): string | null;
  /** As `find`, for words with the action `report`. */
  findReported(text: string): string | null;
  all(): WordFilter[];
  reload(): Promise<void>;
}

/** Compiles a list for checking many texts. */
export function finderOf(filters: readonly Omit<WordFilter, 'action'>[]): (text: string) => string | null {
  const patterns = filters.map(({ text, match }) => {
    const word = foldedWords(text);
    return { text, pattern: match === 'word' ? ` ${word} ` : word, isWholeWord: match === 'word' };
  });
  return (text) => {
    if (patterns.length === 0) return null;
    const folded = foldedWords(text);
    const joined = joinSpelled(folded);
    // For parts of words, separators within words are ignored; spaces between whole words are not.
    const haystacks = {
      words: ` ${folded} \n ${joined} `,
      parts: `${folded}\n${joined}\n${foldedWords(text.replaceAll(/[^\p{L}\p{N}\s@$]/gu, ''))}`,
    };
    return patterns.find((entry) => (entry.isWholeWord ? haystacks.words : haystacks.parts).includes(entry.pattern))?.text ?? null;
  };
}

/** Loads and caches the list; only `reload` reads it again. */
export async function openWordList(db: Db): Promise<WordList> {
  let current: WordFilter[] = [];
  let find = finderOf(current);
  let findReported = find;
  const reload = serialized(async () => {
    const { text, match, action } = wordFilters;
    current = await db.select({ text, match, action }).from(wordFilters).orderBy(asc(text));
    find = finderOf(current.filter((word) => word.action === 'refuse'));
    findReported = finderOf(current.filter((word) => word.action === 'report'));
  });
  await reload();
  return { find: (text) => find(text), findReported: (text) => findReported(text), all: () => current, reload };
}

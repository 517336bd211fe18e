/** Blocked words, as operators manage them. */
import { asc } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { notifyProcesses } from '../../platform/db/listen';
import { wordFilters } from '../../platform/db/schema/site';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { foldedWords } from '../../platform/words/fold';
import type { WordFilter } from '../../platform/words/word-list';

/** The words without duplicates. Rejects with invalid_request if one has no letter or digit: it would match nothing, or everything. */
function distinct(words: readonly WordFilter[]): WordFilter[] {
  const issues = words.flatMap(({ text }, index) =>
    foldedWords(text) === '' ? [{ path: `words.${String(index)}.text`, message: 'Use at least one letter or number.' }] : [],
  );
  if (issues.length > 0) return fail('invalid_request', { issues });
  return [...new Map(words.map((word) => [`${word.match} ${foldedWords(word.text)}`, word])).values()];
}

/** Replaces the list and returns it; it applies in this process before the response is sent. Rejects with invalid_request. */
export async function replaceBlockedWords(
  ctx: Context,
  operator: Actor,
  client: Client,
  input: readonly WordFilter[],
): Promise<WordFilter[]> {
  const words = distinct(input);
  await inTransaction(ctx, async (tx) => {
    await takeAdvisoryLock(tx.db, 'words');
    const before = await tx.db.select().from(wordFilters).orderBy(asc(wordFilters.text));
    await tx.db.delete(wordFilters);
    if (words.length > 0) await tx.db.insert(wordFilters).values(words);
    await audit(tx, operator, client, {
      action: 'words.change',
      targetType: 'site',
      targetId: 'words',
      before: { words: before },
      after: { words },
    });
    await notifyProcesses(tx.db, 'words');
  });
  await ctx.words.reload();
  return ctx.words.all();
}

/** What messages are found by: the words of as much of their text as both of their people may read. */
import { asc, lt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { messages } from '../../platform/db/schema/schema';
import { openingOf } from '../../entitlements/opening';
import { refoldAll } from '../../platform/jobs/refold';
import { searchable, searchVersion } from '../../platform/words/searchable';

/** The folded text that a message is found by; of one that is sold, its opening. */
export const foldedOf = ({ text, priceCents }: { text: string; priceCents: bigint | null }): string =>
  searchable(priceCents === null ? text : openingOf(text));

/** A folded text as the column `search` takes it. */
export const wordsIn = (folded: string | SQL | Placeholder): SQL => sql`to_tsvector('simple', ${folded})`;

/** Rows of one transaction: what it holds, its sender waits for to delete it. */
const batch = 500;

async function refoldSome(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .select({ id: messages.id, text: messages.text, priceCents: messages.priceCents })
      .from(messages)
      .where(lt(messages.searchVersion, searchVersion))
      .orderBy(asc(messages.id))
      .limit(batch)
      .for('no key update', { skipLocked: true });
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await tx.db.execute(sql`
      update ${messages} m set search_version = ${searchVersion}, search = ${wordsIn(sql`folded.text`)}
        || array_to_tsvector(array['c ' || m.conversation_id, 'p ' || m.sender_id, 'p ' || m.receiver_id])
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(rows.map(foldedOf))}::text[]) as folded (id, text) where folded.id = m.id`);
    return rows.length;
  });
}

/** Folds the messages that an older version of `searchable` folded. Answers how many that were. */
export const refoldMessages = (ctx: Context): Promise<number> => refoldAll(ctx, refoldSome);

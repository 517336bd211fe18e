/** The search index of messages: the words of the text that both people may read. */
import { asc, eq, lt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { messages } from '../../platform/db/schema/messages';
import { previewOf } from '../../content/entitlements/teaser-text';
import { refoldAll } from '../../platform/jobs/refold';
import { searchable, searchVersion } from '../../platform/words/searchable';

/** The folded text that is indexed; for a message for sale, only its visible beginning. */
export const foldedText = ({ text, priceCents }: { text: string; priceCents: bigint | null }): string =>
  searchable(priceCents === null ? text : previewOf(text));

/** The folded text as a tsvector for the column `search`. */
export const searchVector = (folded: string | SQL | Placeholder): SQL => sql`to_tsvector('simple', ${folded})`;

/** The keys of the conversation and its members, by which the index is searched. */
const conversationKeys = sql`array_to_tsvector(array['c ' || ${messages.conversationId}, 'p ' || ${messages.senderId}, 'p ' || ${messages.receiverId}])`;

/** Indexes the changed text of a message, in the transaction of `tx`. The trigger has indexed it without folding. */
export async function reindexMessage(tx: Context, id: string, message: Parameters<typeof foldedText>[0]): Promise<void> {
  await tx.db
    .update(messages)
    .set({ searchVersion, search: sql`${searchVector(foldedText(message))} || ${conversationKeys}` })
    .where(eq(messages.id, id));
}

/** Rows per transaction. Kept small, because senders cannot delete a locked message. */
const batchSize = 500;

async function refoldBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .select({ id: messages.id, text: messages.text, priceCents: messages.priceCents })
      .from(messages)
      .where(lt(messages.searchVersion, searchVersion))
      .orderBy(asc(messages.id))
      .limit(batchSize)
      .for('no key update', { skipLocked: true });
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await tx.db.execute(sql`
      update ${messages} set search_version = ${searchVersion}, search = ${searchVector(sql`folded.text`)} || ${conversationKeys}
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(rows.map(foldedText))}::text[]) as folded (id, text) where folded.id = ${messages.id}`);
    return rows.length;
  });
}

/** Reindexes the messages that an older version of `searchable` indexed, and returns their number. */
export const refoldMessages = (ctx: Context): Promise<number> => refoldAll(ctx, refoldBatch);

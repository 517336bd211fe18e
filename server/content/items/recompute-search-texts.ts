/** Recomputes the normalized search text of items after the normalization changed: in batches, while the site is running. */
import { asc, inArray, lt, sql } from 'drizzle-orm';
import { inTransaction, type Context } from '../../platform/context';
import { items } from '../../platform/db/schema/content';
import { refoldAll } from '../../platform/jobs/refold';
import { searchVersion } from '../../platform/words/searchable';
import { searchTextOf } from './visible';

/** Rows per transaction. Publications of locked rows have to wait. */
const batchSize = 200;

async function recomputeBatch(ctx: Context): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const rows = await tx.db
      .select({ id: items.id, title: items.title, body: items.body, tags: items.tags, audience: items.audience })
      .from(items)
      .where(lt(items.searchVersion, searchVersion))
      .orderBy(asc(items.id))
      .limit(batchSize)
      .for('no key update', { skipLocked: true });
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    const folded = sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(rows.map(searchTextOf))}::text[]) as folded (id, text)`;
    // All new words are inserted in a fixed order. Inserted item by item, two concurrent publications could deadlock on words.
    await tx.db.execute(sql`insert into search_words (word)
      select distinct word from ${items} join ${folded} on folded.id = ${items.id}, unnest(words_of(folded.text, ${items.tags})) word
      where ${inArray(items.id, ids)} and ${items.isListed} and ${items.kind} <> 'photo' order by word on conflict do nothing`);
    await tx.db.execute(sql`update ${items} set search_text = folded.text, search_version = ${searchVersion}
      from ${folded} where folded.id = ${items.id}`);
    return rows.length;
  });
}

/** Recomputes all outdated items. Returns how many. */
export const recomputeSearchTexts = (ctx: Context): Promise<number> => refoldAll(ctx, recomputeBatch);

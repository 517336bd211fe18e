/**
 * What the answers of the host are measured against: a bare Fastify that runs the same main query, the one that finds and reads the
 * rows of the answer, and answers them as JSON.
 */
import Fastify from 'fastify';
import { and, desc, eq } from 'drizzle-orm';
import { realClock } from '../../../server/kernel/random';
import type { Context } from '../../../server/platform/context';
import { connect } from '../../../server/platform/db/db';
import { accounts, conversationMembers, items } from '../../../server/platform/db/schema/schema';
import { makeLogger } from '../../../server/kernel/log';
import { readConversations } from '../../../server/talk/conversations/rows';
import { metItems, type Reader } from '../../../server/modules/items/rows';
import { selectProfiles } from '../../../server/people/performers/rows';
import { shownItems } from '../../../server/content/items/visible';
import { leastTransfer } from './minimal-transfer';
import { fanId, starId } from './dataset';

const pageLength = 10;
const { db, pool } = connect(process.env['DATABASE_URL'] ?? '', makeLogger('error'));
const ctx = { db, clock: realClock } as Context;
const fan: Reader = { id: fanId, rights: [] };
const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** The posts of the list's first page. */
const newestFor = (reader: Reader) =>
  db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.kind, 'feed'), shownItems(ctx, { accountId: reader?.id ?? null, country: null })))
    .orderBy(desc(items.publishedAt), desc(items.id))
    .limit(pageLength);
/** The conversations of the list's first page. */
const lastSpokenIn = () =>
  db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, starId), eq(conversationMembers.isListed, true)))
    .orderBy(desc(conversationMembers.lastMessageAt), desc(conversationMembers.conversationId))
    .limit(pageLength);

const app = Fastify();
// Amounts are bigints, which JSON does not know.
app.setReplySerializer((payload) => JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
app.get<{ Params: { id: string } }>('/performers/:id', async ({ params }) => {
  const [row] = await selectProfiles(ctx, null).where(eq(accounts.username, params.id));
  return { data: row };
});
const feedsFor = (reader: Reader) => async () => ({ data: await metItems(ctx, reader, idsOf(await newestFor(reader))) });
app.get('/user/feeds', feedsFor(null));
app.get('/user/feeds/as-fan', feedsFor(fan));
app.get('/conversations', async () => ({
  data: await readConversations(db, {
    ids: idsOf(await lastSpokenIn()),
    accountId: starId,
    country: null,
    now: ctx.clock.now().toISOString(),
  }),
}));
app.post('/transfer', async () => {
  await leastTransfer(pool);
  return { data: {} };
});
await app.listen({ port: Number(process.env['API_PORT']), host: '127.0.0.1' });
process.send?.('ready');

/**
 * The reference for the responses of the API server: a bare Fastify server that runs the same main query, which finds and reads the rows of
 * the response, and returns them as JSON.
 */
import Fastify from 'fastify';
import { and, desc, eq } from 'drizzle-orm';
import { realClock } from '../../../server/kernel/random';
import type { Context } from '../../../server/platform/context';
import { connect } from '../../../server/platform/db/db';
import { accounts } from '../../../server/platform/db/schema/accounts';
import { items } from '../../../server/platform/db/schema/content';
import { conversationMembers } from '../../../server/platform/db/schema/messages';
import { makeLogger } from '../../../server/kernel/log';
import { readConversations } from '../../../server/talk/conversations/rows';
import { itemsForViewer, type ItemViewer } from '../../../server/content/items/rows';
import { selectProfiles } from '../../../server/people/performers/rows';
import { visibleItems } from '../../../server/content/items/visible';
import { minimalTransfer } from './minimal-transfer';
import { fanId, starId } from './dataset';

const pageLength = 10;
const { db, pool } = connect(process.env['DATABASE_URL'] ?? '', makeLogger('error'));
const ctx = { db, clock: realClock } as Context;
const fan: ItemViewer = { id: fanId, rights: [] };
const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

/** The posts of the list's first page. */
const newestPosts = (reader: ItemViewer) =>
  db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.kind, 'feed'), visibleItems(ctx, { accountId: reader?.id ?? null, country: null })))
    .orderBy(desc(items.publishedAt), desc(items.id))
    .limit(pageLength);
/** The conversations of the list's first page. */
const latestConversations = () =>
  db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, starId), eq(conversationMembers.isListed, true)))
    .orderBy(desc(conversationMembers.lastMessageAt), desc(conversationMembers.conversationId))
    .limit(pageLength);

const app = Fastify();
// Amounts are bigints, which JSON does not support.
app.setReplySerializer((payload) => JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
app.get<{ Params: { id: string } }>('/performers/:id', async ({ params }) => {
  const [row] = await selectProfiles(ctx, null).where(eq(accounts.username, params.id));
  return { data: row };
});
const feedsFor = (reader: ItemViewer) => async () => ({ data: await itemsForViewer(ctx, reader, idsOf(await newestPosts(reader))) });
app.get('/user/feeds', feedsFor(null));
app.get('/user/feeds/as-fan', feedsFor(fan));
app.get('/conversations', async () => ({
  data: await readConversations(db, {
    ids: idsOf(await latestConversations()),
    accountId: starId,
    country: null,
    now: ctx.clock.now().toISOString(),
  }),
}));
app.post('/transfer', async () => {
  await minimalTransfer(pool);
  return { data: {} };
});
await app.listen({ port: Number(process.env['API_PORT']), host: '127.0.0.1' });
process.send?.('ready');

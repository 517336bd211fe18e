/** What the profile endpoint is measured against: a bare Fastify that runs the same main query and answers its row as JSON. */
import Fastify from 'fastify';
import { eq } from 'drizzle-orm';
import { connect } from '../../server/db/db';
import { accounts } from '../../server/db/schema/schema';
import { makeLogger } from '../../server/log';
import { selectProfiles } from '../../server/modules/performers/rows';
import type { Context } from '../../server/context';

const { db } = connect(process.env['DATABASE_URL'] ?? '', makeLogger('error'));
const app = Fastify();
// Amounts are bigints, which JSON does not know.
app.setReplySerializer((payload) => JSON.stringify(payload, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
app.get<{ Params: { id: string } }>('/performers/:id', async ({ params }) => {
  const [row] = await selectProfiles({ db } as Context, null).where(eq(accounts.username, params.id));
  return { data: row };
});
await app.listen({ port: Number(process.env['API_PORT']), host: '127.0.0.1' });
process.send?.('ready');

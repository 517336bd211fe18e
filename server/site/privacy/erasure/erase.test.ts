/** Erasing people: nothing that was said of them is left in any table or file, the books balance, and what was bought is there. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { checkAudit } from '@server/platform/audit/check';
import { accounts, auditLog, follows, mails, payoutRequests, performers } from '@server/platform/db/schema/schema';
import { brokenLaws } from '../../../../tests/support/books';
import { fromAway, openPair, type Pair } from '../../../../tests/support/pair';
import { password, signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { letHelp } from '../../../../tests/support/helping';
import { tellOrder } from '../../../../tests/kit/content/products';
import { publishPost, runJob } from '../../../../tests/support/posts';
import { eraseAgain } from '../../../modules/privacy/erasure/again';
import { eraseAccount, eraseDue } from './erase';

/** In no word that anybody else wrote. */
const mark = 'qxmark';
const marked = (what: string): string => `${mark} ${what}`;

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
}, 60_000);
afterAll(() => pair.world.close());

/** Every table of every schema of the site, with the rows that say one of the words. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { db } = pair.world.ctx;
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const patterns = sql.param(words.map((word) => `%${word}%`));
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t where t::text ilike any(${patterns}::text[])`,
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 300)}`));
  }
  return found;
}

async function filesWith(words: readonly string[], folder = pair.world.ctx.config.dataDir): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const text = `${path.slice(folder.length)} ${(await readFile(path)).toString('latin1')}`.toLowerCase();
        return words.some((word) => text.includes(word)) ? [path] : [];
      }),
  );
  return found.flat();
}

/** Says something of a person in every field of hers that takes words, by the doors where there are any. */
async function sayOf(who: { id: string; token: string; email: string }, other: { id: string }): Promise<void> {
  const { world, operator, id } = pair;
  const as = { token: who.token, headers: fromAway };
  const by = { token: operator.token };
  const done = await Promise.all([
    world.call(
      'PUT /admin/users/:id',
      { params: { id: who.id }, body: { firstName: marked('first'), lastName: marked('last'), phone: '+49 30 987654321' } },
      by,
    ),
    world.call('POST /admin/users/:id/notes', { params: { id: who.id }, body: { text: marked('note') } }, by),
    world.call('POST /comments', { body: { objectType: 'feed', objectId: id.meeting, content: marked('comment') } }, as),
    world.call('POST /reports', { body: { target: 'video', targetId: id.guestFilm, reason: 'spam', description: marked('report') } }, as),
    world.call('POST /contact', {
      body: { name: marked('name'), email: who.email, message: marked('message, which is long enough') },
    }),
  ]);
  expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
  const text = (what: string): string => marked(what);
  await world.ctx.db
    .update(accounts)
    .set({
      name: text('name'),
      country: 'IS',
      locale: 'is',
      gender: 'female',
      suspendedReason: text('reason'),
      pendingEmail: `${mark}-new@example.com`,
    })
    .where(eq(accounts.id, who.id));
  await world.ctx.db
    .update(performers)
    .set({
      bio: text('bio'),
      city: text('city'),
      address: text('street'),
      zipCode: mark,
      bankingSealed: mark,
      paypalShown: mark,
      paypalSealed: mark,
    })
    .where(eq(performers.accountId, who.id));
  for (const statement of [
    sql`update messages set text = ${text('message')} where sender_id = ${who.id}`,
    sql`update stream_messages set text = ${text('chat')} where sender_id = ${who.id}`,
    sql`update charges set text = ${text('tip')} where user_id = ${who.id}`,
    sql`update orders set user_note = ${text('order')}, phone_number = ${mark}, shipping_code = ${mark} where user_id = ${who.id}`,
    sql`update orders set delivery_address = delivery_address || jsonb_build_object('name', ${text('home')}::text) where user_id = ${who.id} and delivery_address is not null`,
    sql`update addresses set place = place || jsonb_build_object('name', ${text('home')}::text) where account_id = ${who.id}`,
    sql`update files set name = ${text('file')} where owner_id = ${who.id}`,
    sql`update streams set name = ${text('stream')}, goal_title = ${mark} where performer_id = ${who.id}`,
    sql`update stream_sessions set title = ${text('show')}, description = ${mark} where performer_id = ${who.id}`,
    sql`update items set body = ${text('post')}, search_text = ${text('post')} where performer_id = ${who.id} and sales = 0`,
    sql`update payments set description = ${text('payment')}, failure_message = ${mark} where user_id = ${who.id}`,
    sql`update payments set title = ${text('title')} where performer_id = ${who.id}`,
    sql`update notifications set text = ${text('told')} where actor_id = ${who.id} or account_id = ${who.id}`,
    sql`insert into fan_notes (performer_id, fan_id, text, updated_at) values (${who.id}, ${other.id}, ${text('fan')}, now()) on conflict do nothing`,
    sql`insert into fan_notes (performer_id, fan_id, text, updated_at) values (${other.id}, ${who.id}, ${text('fan')}, now()) on conflict do nothing`,
  ])
    await world.ctx.db.execute(statement);
}

async function leave(who: { id: string; token: string }): Promise<void> {
  const { world } = pair;
  const left = await world.call('POST /account/deletion', { body: { currentPassword: password } }, { token: who.token, headers: fromAway });
  expect(left.status).toBe(200);
}

const signIn = async (who: { username: string; token: string }): Promise<void> => {
  who.token = (await pair.world.call('POST /auth/login', { body: { username: who.username, password } }, { headers: fromAway })).data.token;
};

test('of a performer nothing is left but what others bought of her, and that without her', async () => {
  const { world, performer, fan, other, id } = pair;
  await sayOf(performer, fan);
  await letHelp(world, performer, other);
  await world.ctx.db.update(mails).set({ status: 'sent' }).where(eq(mails.template, 'helper-invited'));
  expect((await rowsWith([mark])).length).toBeGreaterThan(15);
  for (const status of ['shipping', 'delivered'] as const) await tellOrder(world, performer, id.order, status);
  await leave(performer);
  await eraseDue(world.ctx);
  expect(await world.ctx.db.$count(accounts, eq(accounts.status, 'deleted'))).toBe(0);

  world.clock.advance({ days: 31 });
  await runJob(world, 'payments/forget-keys', {});
  await eraseDue(world.ctx);
  const words = [mark, performer.username, performer.email];
  expect(await rowsWith(words)).toEqual([]);
  expect(await filesWith(words)).toEqual([]);
  expect(await brokenLaws(world)).toEqual([]);
  expect((await checkAudit(world.ctx)).differences).toEqual([]);
  const noted = await world.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'account.erased'));
  expect(noted).toMatchObject([{ targetId: performer.id, actorId: null }]);

  await signIn(other);
  expect((await world.call('GET /helping', {}, { token: other.token })).data).toEqual([]);

  await signIn(fan);
  const as = { token: fan.token, headers: fromAway };
  const bought = await world.call('GET /user/feeds/:id', { params: { id: id.sold } }, as);
  expect(bought.data).toMatchObject({ isLocked: false, performer: { name: 'Deleted account', username: null } });
  expect((await world.call('GET /user/feeds/:id', { params: { id: id.feed } }, as)).refusal.error).toBe('feed_not_found');
  const link = await world.call('GET /performer-assets/products/:id/download-link', { params: { id: id.file } }, as);
  expect(link.status).toBe(200);
  expect((await world.call('POST /auth/login', { body: { username: performer.username, password } })).refusal.error).toBe(
    'invalid_credentials',
  );
});

test('of a fan nothing is left, and counters moved with her', async () => {
  const { world, fan, other, operator } = pair;
  await signIn(other);
  await signIn(operator);
  await world.call('POST /follows/:id', { params: { id: other.id } }, { token: fan.token, headers: fromAway });
  const { work } = await letHelp(world, other, fan);
  await publishPost(world, { ...other, token: work }, { text: 'From both of us' });
  await sayOf(fan, other);
  await leave(fan);
  world.clock.advance({ days: 31 });
  await runJob(world, 'payments/forget-keys', {});
  // Two workers at once, and one more: the second finds nothing to do.
  await Promise.all([eraseAccount(world.ctx, fan.id), eraseAccount(world.ctx, fan.id)]);
  await eraseDue(world.ctx);
  const words = [mark, fan.username, fan.email];
  expect(await rowsWith(words)).toEqual([]);
  expect(await filesWith(words)).toEqual([]);
  expect(await brokenLaws(world)).toEqual([]);
  expect((await checkAudit(world.ctx)).ok).toBe(true);
  const [counted] = await world.ctx.db.select().from(performers).where(eq(performers.accountId, other.id));
  // That somebody helped her stays with the performer.
  await signIn(other);
  expect((await world.call('GET /performer/helpers/acts', {}, { token: other.token })).data.data).toMatchObject([{ by: null }]);
  expect(counted?.followers).toBe(await world.ctx.db.$count(follows, eq(follows.performerId, other.id)));
});

test('whom a backup has brought back is erased again at once, unless something of hers is open', async () => {
  const { world } = pair;
  const [fan, seller] = [await signUpFan(world), await signUpPerformer(world)];
  const [id, now] = [world.ctx.chance.id(), world.clock.now()];
  expect([await eraseAgain(world.ctx, id), await eraseAgain(world.ctx, 'no id')]).toEqual(['unknown', 'unknown']);
  await world.ctx.db.insert(payoutRequests).values({
    ...{ id, performerId: seller.id, amountCents: 5000n, method: 'paypal', accountShown: 'x', createdAt: now, updatedAt: now },
  });
  expect(await eraseAgain(world.ctx, seller.id)).toEqual({ obstacles: ['payout_pending'] });
  expect((await world.call('GET /users/me', {}, { token: seller.token })).data._id).toBe(seller.id);
  expect(await eraseAgain(world.ctx, fan.id)).toBe('erased');
  expect(await rowsWith([fan.username, fan.email])).toEqual([]);
  expect(await eraseAgain(world.ctx, fan.id)).toBe('was erased');
});

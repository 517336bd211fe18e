/** Erasing accounts: no personal data is left in any table or file, the ledger balances, and what was bought remains. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { checkAudit } from '@server/platform/audit/check';
import { accounts } from '@server/platform/db/schema/accounts';
import { payoutRequests } from '@server/platform/db/schema/money';
import { performers } from '@server/platform/db/schema/performers';
import { follows } from '@server/platform/db/schema/responses';
import { auditLog, mails } from '@server/platform/db/schema/site';
import { violatedInvariants } from '../../../../tests/kit/money/ledger';
import { fromFanLocation, openPair, type Pair } from '../../../../tests/kit/contract/pair';
import { password, signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { delegateTo } from '../../../../tests/kit/people/delegation';
import { setOrderStatus } from '../../../../tests/kit/content/products';
import { publishPost, runJob } from '../../../../tests/kit/content/posts';
import { eraseRestored } from './after-restore';
import { eraseAccount, eraseDue } from './erase';

/** A word that no one else has written. */
const mark = 'qxmark';
const marked = (what: string): string => `${mark} ${what}`;

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.testHost.close());

/** Rows of all tables in all schemas of the site that contain one of the words. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { db } = pair.testHost.ctx;
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

async function filesWith(words: readonly string[], folder = pair.testHost.ctx.config.dataDir): Promise<string[]> {
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

/** Writes marked text about a person into every text field of theirs, through endpoints where there are any. */
async function writeMarkedData(who: { id: string; token: string; email: string }, other: { id: string }): Promise<void> {
  const { testHost, operator, id } = pair;
  const as = { token: who.token, headers: fromFanLocation };
  const asOperator = { token: operator.token };
  const done = await Promise.all([
    testHost.call(
      'PUT /admin/users/:id',
      { params: { id: who.id }, body: { firstName: marked('first'), lastName: marked('last'), phone: '+49 30 987654321' } },
      asOperator,
    ),
    testHost.call('POST /admin/users/:id/notes', { params: { id: who.id }, body: { text: marked('note') } }, asOperator),
    testHost.call('POST /comments', { body: { objectType: 'feed', objectId: id.sharedPost, content: marked('comment') } }, as),
    testHost.call(
      'POST /reports',
      { body: { target: 'video', targetId: id.appearanceVideo, reason: 'spam', description: marked('report') } },
      as,
    ),
    testHost.call('POST /contact', {
      body: { name: marked('name'), email: who.email, message: marked('message, which is long enough') },
    }),
  ]);
  expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
  const text = (what: string): string => marked(what);
  await testHost.ctx.db
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
  await testHost.ctx.db
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
    sql`insert into returned_addresses (id, address, undeliverable_since, reason, created_at, updated_at) values (${testHost.ctx.random.id()}, ${who.email}, now(), ${text('bounce')}, now(), now())`,
    sql`insert into mail_returns (id, key, address, kind, reason, at, created_at) values (${testHost.ctx.random.id()}, ${who.id}, ${who.email}, 'hard', ${text('bounce')}, now(), now())`,
    sql`insert into fan_notes (performer_id, fan_id, text, updated_at) values (${who.id}, ${other.id}, ${text('fan')}, now()) on conflict do nothing`,
    sql`insert into fan_notes (performer_id, fan_id, text, updated_at) values (${other.id}, ${who.id}, ${text('fan')}, now()) on conflict do nothing`,
  ])
    await testHost.ctx.db.execute(statement);
}

async function deleteAccount(who: { id: string; token: string }): Promise<void> {
  const { testHost } = pair;
  const response = await testHost.call(
    'POST /account/deletion',
    { body: { currentPassword: password } },
    { token: who.token, headers: fromFanLocation },
  );
  expect(response.status).toBe(200);
}

const signIn = async (who: { username: string; token: string }): Promise<void> => {
  who.token = (
    await pair.testHost.call('POST /auth/login', { body: { username: who.username, password } }, { headers: fromFanLocation })
  ).data.token;
};

test('an erased performer leaves nothing but what others bought, without personal data', async () => {
  const { testHost, performer, fan, other, id } = pair;
  await writeMarkedData(performer, fan);
  await delegateTo(testHost, performer, other);
  await testHost.ctx.db.update(mails).set({ status: 'sent' }).where(eq(mails.template, 'helper-invited'));
  expect((await rowsWith([mark])).length).toBeGreaterThan(15);
  for (const status of ['shipping', 'delivered'] as const) await setOrderStatus(testHost, performer, id.order, status);
  await deleteAccount(performer);
  await eraseDue(testHost.ctx);
  expect(await testHost.ctx.db.$count(accounts, eq(accounts.status, 'deleted'))).toBe(0);

  testHost.clock.advance({ days: 31 });
  await runJob(testHost, 'payments/forget-keys', {});
  await eraseDue(testHost.ctx);
  const words = [mark, performer.username, performer.email];
  expect(await rowsWith(words)).toEqual([]);
  expect(await filesWith(words)).toEqual([]);
  expect(await violatedInvariants(testHost)).toEqual([]);
  expect((await checkAudit(testHost.ctx)).differences).toEqual([]);
  const noted = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.action, 'account.erased'));
  expect(noted).toMatchObject([{ targetId: performer.id, actorId: null }]);

  await signIn(other);
  expect((await testHost.call('GET /helping', {}, { token: other.token })).data).toEqual([]);

  await signIn(fan);
  const as = { token: fan.token, headers: fromFanLocation };
  const bought = await testHost.call('GET /user/feeds/:id', { params: { id: id.sold } }, as);
  expect(bought.data).toMatchObject({ isLocked: false, performer: { name: 'Deleted account', username: null } });
  expect((await testHost.call('GET /user/feeds/:id', { params: { id: id.feed } }, as)).errorBody.error).toBe('feed_not_found');
  const link = await testHost.call('GET /performer-assets/products/:id/download-link', { params: { id: id.file } }, as);
  expect(link.status).toBe(200);
  expect((await testHost.call('POST /auth/login', { body: { username: performer.username, password } })).errorBody.error).toBe(
    'invalid_credentials',
  );
});

test('an erased fan leaves nothing, and counters are adjusted', async () => {
  const { testHost, fan, other, operator } = pair;
  await signIn(other);
  await signIn(operator);
  await testHost.call('POST /follows/:id', { params: { id: other.id } }, { token: fan.token, headers: fromFanLocation });
  const { sessionToken } = await delegateTo(testHost, other, fan);
  await publishPost(testHost, { ...other, token: sessionToken }, { text: 'From both of us' });
  await writeMarkedData(fan, other);
  await deleteAccount(fan);
  testHost.clock.advance({ days: 31 });
  await runJob(testHost, 'payments/forget-keys', {});
  // Two concurrent workers, and a later run: only one of them finds something to do.
  await Promise.all([eraseAccount(testHost.ctx, fan.id), eraseAccount(testHost.ctx, fan.id)]);
  await eraseDue(testHost.ctx);
  const words = [mark, fan.username, fan.email];
  expect(await rowsWith(words)).toEqual([]);
  expect(await filesWith(words)).toEqual([]);
  expect(await violatedInvariants(testHost)).toEqual([]);
  expect((await checkAudit(testHost.ctx)).ok).toBe(true);
  const [counted] = await testHost.ctx.db.select().from(performers).where(eq(performers.accountId, other.id));
  // The performer keeps the record that a delegate acted for them.
  await signIn(other);
  expect((await testHost.call('GET /performer/helpers/acts', {}, { token: other.token })).data.data).toMatchObject([{ by: null }]);
  expect(counted?.followers).toBe(await testHost.ctx.db.$count(follows, eq(follows.performerId, other.id)));
});

test('an account from a restored backup is erased again immediately, unless something prevents it', async () => {
  const { testHost } = pair;
  const [fan, seller] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  const [id, now] = [testHost.ctx.random.id(), testHost.clock.now()];
  expect([await eraseRestored(testHost.ctx, id), await eraseRestored(testHost.ctx, 'no id')]).toEqual(['unknown', 'unknown']);
  await testHost.ctx.db.insert(payoutRequests).values({
    id,
    performerId: seller.id,
    amountCents: 5000n,
    method: 'paypal',
    accountShown: 'x',
    createdAt: now,
    updatedAt: now,
  });
  expect(await eraseRestored(testHost.ctx, seller.id)).toEqual({ obstacles: ['payout_pending'] });
  expect((await testHost.call('GET /users/me', {}, { token: seller.token })).data._id).toBe(seller.id);
  expect(await eraseRestored(testHost.ctx, fan.id)).toBe('erased');
  expect(await rowsWith([fan.username, fan.email])).toEqual([]);
  expect(await eraseRestored(testHost.ctx, fan.id)).toBe('was erased');
});

/** The nightly check: once a night by any worker, made up for after a night without one, and reported when the ledger is wrong. */
import { eq, sql } from 'drizzle-orm';
import { payments } from '@server/platform/db/schema/payments';
import { mails } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { payingFan, performerWithEarnings } from '../../../tests/kit/money/earners';
import { eventually } from '../../../tests/kit/timing/eventually';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { checkLedgerNightly } from './nightly';

type Owner = Awaited<ReturnType<typeof signUpOperator>>;

let testHost: TestHost;
let owner: Owner;
beforeEach(async () => {
  testHost = await openTestHost();
  owner = await operatorWithLongSession();
});
afterEach(() => testHost.close());

/** An operator with a session that lasts for days. */
async function operatorWithLongSession(): Promise<Owner> {
  const operator = await signUpOperator(testHost);
  const { username } = operator;
  return { ...operator, token: (await testHost.call('POST /auth/login', { body: { username, password, remember: true } })).data.token };
}
const day_ms = 86_400_000;
const nights = async (token = owner.token) => (await testHost.call('GET /admin/ledger/checks', {}, { token })).data;
/** Moves the clock to the next time it is `hours` after midnight. */
const waitUntil = (hours: number): void => {
  const now = testHost.clock.now().getTime();
  const due = Math.floor(now / day_ms) * day_ms + hours * 3_600_000;
  testHost.clock.advance({ seconds: ((due > now ? due : due + day_ms) - now) / 1000 });
};
const today = () => testHost.clock.now().toISOString().slice(0, 10);
/** An operator's notifications about the ledger. */
const notified = async (token: string) =>
  (await testHost.call('GET /notifications', {}, { token })).data.data.filter(({ link }) => link === '/admin/transactions?tab=check');
const mailed = () => testHost.ctx.db.select().from(mails).where(eq(mails.template, 'books-wrong'));

test('a correct ledger is checked once a night, by one of two workers, and no one is notified', async () => {
  const performer = await performerWithEarnings(testHost, 100);
  const { pays } = await payingFan(testHost);
  await pays(performer.id, 700n);
  waitUntil(4);
  await Promise.all([checkLedgerNightly(testHost.ctx), checkLedgerNightly(testHost.ctx)]);
  await checkLedgerNightly(testHost.ctx);
  expect(await nights()).toMatchObject([{ night: today(), ok: true, broken: [] }]);
  expect(await notified(owner.token)).toEqual([]);
  expect(await mailed()).toEqual([]);
  waitUntil(2);
  await checkLedgerNightly(testHost.ctx);
  expect(await nights()).toHaveLength(1);
  waitUntil(3);
  await checkLedgerNightly(testHost.ctx);
  expect((await nights()).map(({ night }) => night)).toEqual([
    today(),
    new Date(testHost.clock.now().getTime() - day_ms).toISOString().slice(0, 10),
  ]);
});

test('a ledger that was tampered with is reported once a night, on the site and by mail, to operators who may see it', async () => {
  const performer = await performerWithEarnings(testHost, 100);
  const { pays } = await payingFan(testHost);
  await pays(performer.id, 700n);
  await pays(performer.id, 800n);
  const [moderator, fan] = [await operatorWithLongSession(), await signUpFan(testHost)];
  await testHost.ctx.db.update(teamMembers).set({ bundle: 'moderator' }).where(eq(teamMembers.accountId, moderator.id));
  await testHost.ctx.db.execute(sql`update charges set refunded_cents = refunded_cents + 1`);
  const at = testHost.clock.now();
  await testHost.ctx.db.insert(payments).values({
    id: testHost.ctx.random.id(),
    userId: fan.id,
    type: 'top_up',
    status: 'processing',
    gateway: 'gone',
    title: 'Tokens',
    originalCents: 100n,
    totalCents: 100n,
    currency: 'USD',
    gatewayKey: 'gone',
    createdAt: at,
    updatedAt: at,
  });
  for (let night = 0; night < 2; night += 1) {
    waitUntil(3);
    await checkLedgerNightly(testHost.ctx);
    await checkLedgerNightly(testHost.ctx);
  }
  const [last, ...others] = await nights();
  expect(others).toHaveLength(1);
  expect(last?.ok).toBe(false);
  expect(last?.broken.map(({ law }) => law)).toEqual(expect.arrayContaining(['L6', 'Settled']));
  expect(last?.broken.find(({ law }) => law === 'Settled')?.differences).toEqual([expect.stringMatching(/at gone is still processing$/)]);
  expect((await notified(owner.token)).map(({ text }) => text)).toEqual([expect.stringContaining('L6'), expect.stringContaining('L6')]);
  expect(await notified(moderator.token)).toEqual([]);
  const sent = await mailed();
  expect(sent.map(({ to }) => to)).toEqual([owner.email, owner.email]);
  expect(sent[0]?.text).toContain('do not say the same');
  expect((await testHost.call('GET /admin/ledger/checks', {}, { token: moderator.token })).errorBody.error).toBe('right_missing');
});

test('a night without a worker is made up for when one starts', async () => {
  waitUntil(3);
  testHost.clock.advance({ hours: 9 });
  expect(await nights()).toEqual([]);
  await testHost.ctx.jobs.work(testHost.ctx);
  await eventually(async () => expect(await nights()).toMatchObject([{ night: today(), ok: true }]));
});

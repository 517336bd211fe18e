/** The nightly check: once a night whoever works, made up for when nobody did, and heard of when the books are wrong. */
import { eq, sql } from 'drizzle-orm';
import { mails, payments, teamMembers } from '@server/platform/db/schema/schema';
import { buyer, performerWith } from '../../../tests/support/earners';
import { eventually } from '../../../tests/kit/timing/eventually';
import { password, signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { checkBooksNightly } from './nightly';

type Owner = Awaited<ReturnType<typeof signUpOperator>>;

let world: World;
let owner: Owner;
beforeEach(async () => {
  world = await openWorld();
  owner = await staying();
});
afterEach(() => world.close());

/** An operator whose session lasts for days. */
async function staying(): Promise<Owner> {
  const operator = await signUpOperator(world);
  const { username } = operator;
  return { ...operator, token: (await world.call('POST /auth/login', { body: { username, password, remember: true } })).data.token };
}
const day_ms = 86_400_000;
const nights = async (token = owner.token) => (await world.call('GET /admin/ledger/checks', {}, { token })).data;
/** Moves the clock to the next time that it is so many hours after midnight. */
const waitUntil = (hours: number): void => {
  const now = world.clock.now().getTime();
  const due = Math.floor(now / day_ms) * day_ms + hours * 3_600_000;
  world.clock.advance({ seconds: ((due > now ? due : due + day_ms) - now) / 1000 });
};
const today = () => world.clock.now().toISOString().slice(0, 10);
/** What somebody was told of the books. */
const news = async (token: string) =>
  (await world.call('GET /notifications', {}, { token })).data.data.filter(({ link }) => link === '/admin/transactions?tab=check');
const mailed = () => world.ctx.db.select().from(mails).where(eq(mails.template, 'books-wrong'));

test('books that are right are checked once a night, by one of two workers, and nobody is told', async () => {
  const performer = await performerWith(world, 100);
  const { pays } = await buyer(world);
  await pays(performer.id, 700n);
  waitUntil(4);
  await Promise.all([checkBooksNightly(world.ctx), checkBooksNightly(world.ctx)]);
  await checkBooksNightly(world.ctx);
  expect(await nights()).toMatchObject([{ night: today(), ok: true, broken: [] }]);
  expect(await news(owner.token)).toEqual([]);
  expect(await mailed()).toEqual([]);
  waitUntil(2);
  await checkBooksNightly(world.ctx);
  expect(await nights()).toHaveLength(1);
  waitUntil(3);
  await checkBooksNightly(world.ctx);
  expect((await nights()).map(({ night }) => night)).toEqual([
    today(),
    new Date(world.clock.now().getTime() - day_ms).toISOString().slice(0, 10),
  ]);
});

test('books that were tampered with are told once a night, on the site and by mail, to those who may see them', async () => {
  const performer = await performerWith(world, 100);
  const { pays } = await buyer(world);
  await pays(performer.id, 700n);
  await pays(performer.id, 800n);
  const [moderator, fan] = [await staying(), await signUpFan(world)];
  await world.ctx.db.update(teamMembers).set({ bundle: 'moderator' }).where(eq(teamMembers.accountId, moderator.id));
  await world.ctx.db.execute(sql`update charges set refunded_cents = refunded_cents + 1`);
  const at = world.clock.now();
  await world.ctx.db.insert(payments).values({
    ...{ id: world.ctx.chance.id(), userId: fan.id, type: 'top_up', status: 'processing', gateway: 'gone', title: 'Tokens' },
    ...{ originalCents: 100n, totalCents: 100n, currency: 'USD', gatewayKey: 'gone', createdAt: at, updatedAt: at },
  });
  for (let night = 0; night < 2; night += 1) {
    waitUntil(3);
    await checkBooksNightly(world.ctx);
    await checkBooksNightly(world.ctx);
  }
  const [last, ...others] = await nights();
  expect(others).toHaveLength(1);
  expect(last?.ok).toBe(false);
  expect(last?.broken.map(({ law }) => law)).toEqual(expect.arrayContaining(['L6', 'Settled']));
  expect(last?.broken.find(({ law }) => law === 'Settled')?.differences).toEqual([expect.stringMatching(/at gone is still processing$/)]);
  expect((await news(owner.token)).map(({ text }) => text)).toEqual([expect.stringContaining('L6'), expect.stringContaining('L6')]);
  expect(await news(moderator.token)).toEqual([]);
  const sent = await mailed();
  expect(sent.map(({ to }) => to)).toEqual([owner.email, owner.email]);
  expect(sent[0]?.text).toContain('do not say the same');
  expect((await world.call('GET /admin/ledger/checks', {}, { token: moderator.token })).refusal.error).toBe('right_missing');
});

test('a night that nobody worked in is made up for when a worker starts', async () => {
  waitUntil(3);
  world.clock.advance({ hours: 9 });
  expect(await nights()).toEqual([]);
  await world.ctx.jobs.work(world.ctx);
  await eventually(async () => expect(await nights()).toMatchObject([{ night: today(), ok: true }]), 20_000);
});

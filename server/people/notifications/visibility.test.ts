/** What somebody was told is shown while she meets whom it is about, and while she holds the right for which she was told. */
import { eq } from 'drizzle-orm';
import type { Bundle, Right } from '@contract/kernel/rights';
import { inTransaction } from '@server/platform/context';
import { mails, teamMembers } from '@server/platform/db/schema/schema';
import { listenAs, type Ear } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { away, fromAway, geo, trusting } from '../../../tests/support/pair';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { blockPerson } from '../../flows/blocks/blocks';
import { mailUnseen } from './mail';
import { notify, notifyOperators } from './notifications';

let world: World;
beforeAll(async () => {
  world = await openWorld(trusting, { geo });
});
afterAll(() => world.close());

interface Somebody {
  id: string;
  token: string;
  username: string;
  email: string;
}
let count = 0;
const news = (actorId: string | null) => ({
  type: 'tip' as const,
  ...{ actorId, text: 'sent you a tip of 2 tokens.', link: '/wallet', event: `shown:${String((count += 1))}` },
});
const tell = (who: Somebody, actor: Somebody) => inTransaction(world.ctx, (tx) => notify(tx, who.id, news(actor.id)));
const give = (who: Somebody, grant: { bundle: Bundle | null; rights?: Right[] }) =>
  world.ctx.db
    .update(teamMembers)
    .set({ rights: [], ...grant })
    .where(eq(teamMembers.accountId, who.id));
const closeTo = (performer: Somebody, countryCodes: string[]) =>
  world.call('POST /block/countries', { body: { countryCodes } }, { token: performer.token });

/** How much is listed and counted, as somebody sees it from a place. */
async function seenBy({ token }: Somebody, headers: Record<string, string> = {}) {
  const { data } = await world.call('GET /notifications', {}, { token, headers });
  const me = await world.call('GET /users/me', {}, { token, headers });
  return { listed: data.data.length, total: data.total, unread: data.unread, badge: me.data.unread.notifications };
}
const same = (number: number) => ({ listed: number, total: number, unread: number, badge: number });

async function operatorWith(grant: { bundle: Bundle | null; rights?: Right[] }): Promise<Somebody> {
  const operator = await signUpOperator(world);
  await give(operator, grant);
  return operator;
}

/** Signs somebody in from abroad: what is known of her place without a request. */
async function signInAbroad(who: Somebody): Promise<string> {
  world.clock.advance({ seconds: 1 });
  const login = { body: { username: who.username, password } };
  const { token } = (await world.call('POST /auth/login', login, { headers: fromAway })).data;
  // That a new device signed in is no news here.
  await world.call('POST /notifications/read', { body: {} }, { token });
  return token;
}

/** Who caused what reached her socket. */
const toldBy = (ear: Ear) => ear.heard('notification/created').flatMap(({ actor }) => actor?._id ?? []);

describe('what an operator was told for a right', () => {
  test('goes with the right and comes back with it, whoever it is about', async () => {
    const [fan, operator] = [await signUpFan(world), await operatorWith({ bundle: 'moderator' })];
    await inTransaction(world.ctx, (tx) => blockPerson(tx, fan.id, operator.id, null));
    await inTransaction(world.ctx, (tx) => notifyOperators(tx, 'reports.decide', news(fan.id)));
    expect(await seenBy(operator)).toEqual(same(1));
    await give(operator, { bundle: 'finance' });
    expect(await seenBy(operator)).toEqual(same(0));
    await give(operator, { bundle: null, rights: ['reports.decide'] });
    expect(await seenBy(operator)).toEqual(same(1));
  });

  test('is not mailed any more when the right has gone', async () => {
    const operator = await operatorWith({ bundle: null, rights: ['inbox.answer'] });
    await inTransaction(world.ctx, (tx) => notifyOperators(tx, 'inbox.answer', { ...news(null), type: 'message' }));
    await give(operator, { bundle: null });
    world.clock.advance({ seconds: 3600 });
    await mailUnseen(world.ctx);
    const sent = await world.ctx.db.select().from(mails).where(eq(mails.to, operator.email));
    expect(sent.filter(({ template }) => template === 'unseen')).toEqual([]);
  });
});

describe('the news of a performer whose page is closed to a country', () => {
  test('are neither listed nor counted there, and are again when it is open', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    await tell(fan, performer);
    await closeTo(performer, [away.country]);
    expect(await seenBy(fan, fromAway)).toEqual(same(0));
    expect(await seenBy(fan)).toEqual(same(1));
    const read = await world.call('POST /notifications/read', { body: { ids: [] } }, { token: fan.token, headers: fromAway });
    expect(read.data).toEqual({ unread: 0 });
    await closeTo(performer, []);
    expect(await seenBy(fan, fromAway)).toEqual(same(1));
  });

  test('reach no device there, nor its badge, nor a mail', async () => {
    const [fan, performer, other] = [await signUpFan(world), await signUpPerformer(world), await signUpPerformer(world)];
    const token = await signInAbroad(fan);
    await closeTo(performer, [away.country]);
    const ear = await listenAs(world, token, fromAway);
    await tell(fan, performer);
    await tell(fan, other);
    await eventually(() => expect(toldBy(ear)).toEqual([other.id]));
    await eventually(() => expect(ear.heard('unread/changed').at(-1)).toMatchObject({ notifications: 1 }));
    expect(Math.max(...ear.heard('unread/changed').map(({ notifications }) => notifications))).toBe(1);
    ear.close();
    world.clock.advance({ seconds: 3600 });
    await mailUnseen(world.ctx);
    const [mail] = (await world.ctx.db.select().from(mails).where(eq(mails.to, fan.email))).filter(({ template }) => template === 'unseen');
    expect(mail?.text).toContain(other.username);
    expect(mail?.text).not.toContain(performer.username);
  });

  test('are kept from an operator as from anybody, unless she moderates', async () => {
    const performer = await signUpPerformer(world);
    const [weak, strong] = [await operatorWith({ bundle: 'support' }), await operatorWith({ bundle: 'moderator' })];
    await closeTo(performer, [away.country]);
    for (const operator of [weak, strong]) await tell(operator, performer);
    expect(await seenBy(weak, fromAway)).toEqual(same(0));
    expect(await seenBy(strong, fromAway)).toEqual(same(1));
  });

  test('reach the socket of an operator from the moment when she moderates, and no longer than that', async () => {
    const performer = await signUpPerformer(world);
    const [owner, operator] = [await signUpOperator(world), await operatorWith({ bundle: 'support' })];
    await closeTo(performer, [away.country]);
    const ear = await listenAs(world, await signInAbroad(operator), fromAway);
    const heard = () => toldBy(ear).length;
    const watched = async () => (await ear.say('presence/watch', { accountIds: [performer.id] })) as { data: { online: string[] } };
    const makeHer = async (bundle: Bundle) => {
      const change = { params: { id: operator.id }, body: { bundle, rights: [] } };
      expect((await world.call('PUT /admin/team/:id', change, { token: owner.token })).status).toBe(200);
      await eventually(() => expect(ear.heard('account/rights-changed')).not.toEqual([]));
      await eventually(async () => expect((await watched()).data.online).toEqual(bundle === 'moderator' ? [performer.id] : []));
    };
    const hers = await listenAs(world, performer.token);
    await tell(operator, performer);
    await makeHer('moderator');
    expect(heard()).toBe(0);
    await tell(operator, performer);
    await eventually(() => expect(heard()).toBe(1));
    await makeHer('support');
    await tell(operator, performer);
    await tell(operator, await signUpPerformer(world));
    await eventually(() => expect(heard()).toBe(2));
    for (const one of [ear, hers]) one.close();
  });
});

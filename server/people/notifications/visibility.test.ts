/** A notification is visible while its recipient can see the actor, and an operator's while they have the right it was sent for. */
import { eq } from 'drizzle-orm';
import type { Bundle, Right } from '@contract/kernel/rights';
import { inTransaction } from '@server/platform/context';
import { mails } from '@server/platform/db/schema/site';
import { teamMembers } from '@server/platform/db/schema/team';
import { openSocket, type TestSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { fanLocation, fromFanLocation, geo, trustedProxies } from '../../../tests/kit/contract/pair';
import { password, signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { blockPerson } from '../../flows/blocks/blocks';
import { mailUnseenNotifications } from './mail';
import { notify, notifyOperators } from './notify';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost(trustedProxies, { geo });
});
afterAll(() => testHost.close());

interface TestPerson {
  id: string;
  token: string;
  username: string;
  email: string;
}
let count = 0;
const input = (actorId: string | null) => ({
  type: 'tip' as const,
  actorId,
  text: 'sent you a tip of 2 tokens.',
  link: '/wallet',
  event: `shown:${String((count += 1))}`,
});
const send = (person: TestPerson, actor: TestPerson) => inTransaction(testHost.ctx, (tx) => notify(tx, person.id, input(actor.id)));
const setRights = (person: TestPerson, grant: { bundle: Bundle | null; rights?: Right[] }) =>
  testHost.ctx.db
    .update(teamMembers)
    .set({ rights: [], ...grant })
    .where(eq(teamMembers.accountId, person.id));
const blockCountries = (performer: TestPerson, countryCodes: string[]) =>
  testHost.call('POST /block/countries', { body: { countryCodes } }, { token: performer.token });

/** The listed and counted notifications of a person, as seen from a country. */
async function seenBy({ token }: TestPerson, headers: Record<string, string> = {}) {
  const { data } = await testHost.call('GET /notifications', {}, { token, headers });
  const me = await testHost.call('GET /users/me', {}, { token, headers });
  return { listed: data.data.length, total: data.total, unread: data.unread, badge: me.data.unread.notifications };
}
const allCounts = (number: number) => ({ listed: number, total: number, unread: number, badge: number });

async function operatorWith(grant: { bundle: Bundle | null; rights?: Right[] }): Promise<TestPerson> {
  const operator = await signUpOperator(testHost);
  await setRights(operator, grant);
  return operator;
}

/** Signs a person in from abroad, so that their last known country is abroad. */
async function signInAbroad(person: TestPerson): Promise<string> {
  testHost.clock.advance({ seconds: 1 });
  const login = { body: { username: person.username, password } };
  const { token } = (await testHost.call('POST /auth/login', login, { headers: fromFanLocation })).data;
  // Marks the notification about the new device as read.
  await testHost.call('POST /notifications/read', { body: {} }, { token });
  return token;
}

/** The actors of the notifications that a socket received. */
const actorsOf = (socket: TestSocket) => socket.received('notification/created').flatMap(({ actor }) => actor?._id ?? []);

describe('a notification sent to operators with a right', () => {
  test('disappears with the right and returns with it, regardless of blocks', async () => {
    const [fan, operator] = [await signUpFan(testHost), await operatorWith({ bundle: 'moderator' })];
    await inTransaction(testHost.ctx, (tx) => blockPerson(tx, fan.id, operator.id, null));
    await inTransaction(testHost.ctx, (tx) => notifyOperators(tx, 'reports.decide', input(fan.id)));
    expect(await seenBy(operator)).toEqual(allCounts(1));
    await setRights(operator, { bundle: 'finance' });
    expect(await seenBy(operator)).toEqual(allCounts(0));
    await setRights(operator, { bundle: null, rights: ['reports.decide'] });
    expect(await seenBy(operator)).toEqual(allCounts(1));
  });

  test('is not mailed once the right is revoked', async () => {
    const operator = await operatorWith({ bundle: null, rights: ['inbox.answer'] });
    await inTransaction(testHost.ctx, (tx) => notifyOperators(tx, 'inbox.answer', { ...input(null), type: 'message' }));
    await setRights(operator, { bundle: null });
    testHost.clock.advance({ seconds: 3600 });
    await mailUnseenNotifications(testHost.ctx);
    const sent = await testHost.ctx.db.select().from(mails).where(eq(mails.to, operator.email));
    expect(sent.filter(({ template }) => template === 'unseen')).toEqual([]);
  });
});

describe('notifications about a performer whose page is blocked in a country', () => {
  test('are neither listed nor counted there, until the country is unblocked', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    await send(fan, performer);
    await blockCountries(performer, [fanLocation.country]);
    expect(await seenBy(fan, fromFanLocation)).toEqual(allCounts(0));
    expect(await seenBy(fan)).toEqual(allCounts(1));
    const read = await testHost.call('POST /notifications/read', { body: { ids: [] } }, { token: fan.token, headers: fromFanLocation });
    expect(read.data).toEqual({ unread: 0 });
    await blockCountries(performer, []);
    expect(await seenBy(fan, fromFanLocation)).toEqual(allCounts(1));
  });

  test('reach no socket, count or mail there', async () => {
    const [fan, performer, other] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
    const token = await signInAbroad(fan);
    await blockCountries(performer, [fanLocation.country]);
    const socket = await openSocket(testHost, token, fromFanLocation);
    await send(fan, performer);
    await send(fan, other);
    await eventually(() => expect(actorsOf(socket)).toEqual([other.id]));
    await eventually(() => expect(socket.received('unread/changed').at(-1)).toMatchObject({ notifications: 1 }));
    expect(Math.max(...socket.received('unread/changed').map(({ notifications }) => notifications))).toBe(1);
    socket.close();
    testHost.clock.advance({ seconds: 3600 });
    await mailUnseenNotifications(testHost.ctx);
    const [mail] = (await testHost.ctx.db.select().from(mails).where(eq(mails.to, fan.email))).filter(
      ({ template }) => template === 'unseen',
    );
    expect(mail?.text).toContain(other.username);
    expect(mail?.text).not.toContain(performer.username);
  });

  test('are hidden from operators too, unless they moderate', async () => {
    const performer = await signUpPerformer(testHost);
    const [weak, strong] = [await operatorWith({ bundle: 'support' }), await operatorWith({ bundle: 'moderator' })];
    await blockCountries(performer, [fanLocation.country]);
    for (const operator of [weak, strong]) await send(operator, performer);
    expect(await seenBy(weak, fromFanLocation)).toEqual(allCounts(0));
    expect(await seenBy(strong, fromFanLocation)).toEqual(allCounts(1));
  });

  test('reach an operator’s socket exactly while they moderate', async () => {
    const performer = await signUpPerformer(testHost);
    const [owner, operator] = [await signUpOperator(testHost), await operatorWith({ bundle: 'support' })];
    await blockCountries(performer, [fanLocation.country]);
    const socket = await openSocket(testHost, await signInAbroad(operator), fromFanLocation);
    const received = () => actorsOf(socket).length;
    const watched = async () => (await socket.emit('presence/watch', { accountIds: [performer.id] })) as { data: { online: string[] } };
    const setBundle = async (bundle: Bundle) => {
      const change = { params: { id: operator.id }, body: { bundle, rights: [] } };
      expect((await testHost.call('PUT /admin/team/:id', change, { token: owner.token })).status).toBe(200);
      await eventually(() => expect(socket.received('account/rights-changed')).not.toEqual([]));
      await eventually(async () => expect((await watched()).data.online).toEqual(bundle === 'moderator' ? [performer.id] : []));
    };
    const performerSocket = await openSocket(testHost, performer.token);
    await send(operator, performer);
    await setBundle('moderator');
    expect(received()).toBe(0);
    await send(operator, performer);
    await eventually(() => expect(received()).toBe(1));
    await setBundle('support');
    await send(operator, performer);
    await send(operator, await signUpPerformer(testHost));
    await eventually(() => expect(received()).toBe(2));
    for (const one of [socket, performerSocket]) one.close();
  });
});

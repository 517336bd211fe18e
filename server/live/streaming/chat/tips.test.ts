/** Tips in shows: chat messages, the tip menu and the tip goal. */
import { eq } from 'drizzle-orm';
import { streamMessages } from '@server/platform/db/schema/streaming';
import { violatedInvariants, fillWallet } from '../../../../tests/kit/money/ledger';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { endShow, joinShow, goLive, openLiveTestHost, type LiveTestHost } from '../../../../tests/kit/live/shows';
import { signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { addSubscription } from '../../../../tests/kit/content/posts';
import type { TestHost } from '../../../../tests/kit/host/test-host';

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const tip = (
  who: TestAccount,
  performer: TestAccount,
  body: { price: number; streamId?: string; menuItemId?: string; text?: string },
  key?: string,
) =>
  testHost.call(
    'POST /wallet/charges/tip/:id',
    { params: { id: performer.id }, body },
    { token: who.token, ...(key !== undefined && { key }) },
  );
const joined = async (who: TestAccount, id: string) =>
  (await testHost.call('GET /streaming/join/:id', { params: { id } }, { token: who.token })).data;

/** A show with a fan who watches it and has tokens. */
async function showWithFan(changes: { isFree?: boolean; price?: number } = {}) {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  const stream = await goLive(opened, performer, changes);
  await addSubscription(testHost, fan, performer);
  await fillWallet(testHost, fan.id, 100_000n);
  return { performer, fan, stream };
}

describe('a tip in a show', () => {
  test('appears once in the chat, counts towards the goal, and is credited to its sender', async () => {
    const { performer, fan, stream } = await showWithFan();
    const socket = await joinShow(testHost, fan, stream._id);
    await tip(fan, performer, { price: 30, streamId: stream._id });
    const goal = { title: 'A new brush', amount: 100, loops: true };
    await testHost.call('PUT /streaming/live/:id/tip-goal', { params: { id: stream._id }, body: { goal } }, { token: performer.token });
    testHost.clock.advance({ seconds: 1 });
    const first = await tip(fan, performer, { price: 40, streamId: stream._id, text: 'Brava!' }, 'once');
    expect((await tip(fan, performer, { price: 40, streamId: stream._id, text: 'Brava!' }, 'once')).data._id).toBe(first.data._id);
    expect(first.data).toMatchObject({ type: 'tip', sessionId: stream.sessionId, price: 40 });
    const { stream: now, messages } = await joined(fan, stream._id);
    expect(now.tipGoal).toEqual({ title: 'A new brush', amount: 100, raised: 40, loops: true, rounds: 0 });
    expect(messages.filter(({ type }) => type === 'tip')).toMatchObject([
      { _id: first.data._id, text: 'Brava!', tip: { amount: 40, menuItem: null }, sender: { _id: fan.id } },
      { tip: { amount: 30 } },
    ]);
    await tip(fan, performer, { price: 70, streamId: stream._id });
    expect((await joined(fan, stream._id)).stream.tipGoal).toMatchObject({ raised: 10, rounds: 1 });
    await eventually(() => {
      expect(
        socket.received('stream/message-created').flatMap(({ messages: sent }) => sent.map(({ tip: shownTip }) => shownTip?.amount)),
      ).toEqual([30, 40, 70]);
      expect(socket.received('stream/info-changed').at(-1)?.tipGoal).toMatchObject({ raised: 10, rounds: 1 });
    });
    const viewers = await testHost.call(
      'GET /streaming/live/:id/viewers',
      { params: { id: stream._id }, query: {} },
      { token: performer.token },
    );
    expect(viewers.data.data).toMatchObject([{ _id: fan.id, tipped: 140 }]);
    socket.close();
    await endShow(testHost, performer, stream._id);
    const past = await testHost.call('GET /streaming/sessions', { query: {} }, { token: performer.token });
    expect(past.data.data).toMatchObject([{ tips: 140 }]);
  });

  test('for a menu item must match its price', async () => {
    const { performer, fan, stream } = await showWithFan();
    const menu = await testHost.call(
      'PUT /streaming/tip-menu',
      { body: { items: [{ title: 'A song', price: 25 }] } },
      { token: performer.token },
    );
    const menuItemId = menu.data.tipMenu[0]?._id ?? '';
    expect(await errorOf(tip(fan, performer, { price: 24, streamId: stream._id, menuItemId }))).toBe('menu_item_price');
    expect(await errorOf(tip(fan, performer, { price: 25, streamId: stream._id, menuItemId: testHost.ctx.random.id() }))).toBe(
      'menu_item_price',
    );
    expect((await tip(fan, performer, { price: 25, streamId: stream._id, menuItemId })).status).toBe(200);
    expect((await joined(fan, stream._id)).messages[0]?.tip).toEqual({ amount: 25, menuItem: 'A song' });
  });

  test('is rejected unpaid without a show, in another show, and for accounts that may not watch', async () => {
    const { performer, fan, stream } = await showWithFan();
    const other = await showWithFan({ isFree: false, price: 5 });
    expect(await errorOf(tip(fan, performer, { price: 20, streamId: testHost.ctx.random.id() }))).toBe('stream_not_found');
    expect(await errorOf(tip(fan, performer, { price: 20, streamId: other.stream._id }))).toBe('stream_not_found');
    expect(await errorOf(tip(fan, other.performer, { price: 20, streamId: other.stream._id }))).toBe('content_locked');
    const stranger = await signUpFan(testHost);
    expect(await errorOf(tip(stranger, performer, { price: 20, streamId: stream._id }))).toBe('subscription_required');
    expect(await errorOf(tip({ ...fan, token: stranger.token }, performer, { price: 20 }))).toBe('insufficient_balance');
    await endShow(testHost, performer, stream._id);
    expect(await errorOf(tip(fan, performer, { price: 20, streamId: stream._id }))).toBe('stream_offline');
    expect(await testHost.ctx.db.$count(streamMessages, eq(streamMessages.sessionId, stream.sessionId))).toBe(0);
  });

  test('cannot be deleted by its sender, and stays paid when the performer deletes its message', async () => {
    const { performer, fan, stream } = await showWithFan();
    const { data } = await tip(fan, performer, { price: 20, streamId: stream._id, text: 'Rude words' });
    const remove = (who: TestAccount) => testHost.call('DELETE /messages/:id', { params: { id: data._id } }, { token: who.token });
    expect(await errorOf(remove(fan))).toBe('not_owner');
    expect((await remove(performer)).data).toMatchObject({ isDeleted: true, text: '', tip: { amount: 20 } });
  });
});

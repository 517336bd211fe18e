/** What is given in shows: tips that the chat tells, the menu and the goal. */
import { eq } from 'drizzle-orm';
import { streamMessages } from '@server/platform/db/schema/schema';
import { brokenLaws, fillWallet } from '../../../../tests/support/books';
import { eventually } from '../../../../tests/kit/timing/eventually';
import { endShow, enter, goLive, openLiveWorld, type LiveWorld } from '../../../../tests/kit/live/shows';
import { signUpFan, signUpPerformer } from '../../../../tests/kit/people/people';
import { letSubscribe } from '../../../../tests/support/posts';
import type { World } from '../../../../tests/kit/host/test-host';

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
});
afterAll(async () => {
  expect(await brokenLaws(world)).toEqual([]);
  await world.close();
});

type Somebody = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const tip = (
  who: Somebody,
  performer: Somebody,
  body: { price: number; streamId?: string; menuItemId?: string; text?: string },
  key?: string,
) =>
  world.call(
    'POST /wallet/charges/tip/:id',
    { params: { id: performer.id }, body },
    { token: who.token, ...(key !== undefined && { key }) },
  );
const shown = async (who: Somebody, id: string) =>
  (await world.call('GET /streaming/join/:id', { params: { id } }, { token: who.token })).data;

/** A show with a fan who watches it and has tokens. */
async function giving(changes: { isFree?: boolean; price?: number } = {}) {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  const stream = await goLive(opened, performer, changes);
  await letSubscribe(world, fan, performer);
  await fillWallet(world, fan.id, 100_000n);
  return { performer, fan, stream };
}

describe('a tip in a show', () => {
  test('stands in its chat once, raises the goal, and is counted for who gave it', async () => {
    const { performer, fan, stream } = await giving();
    const ear = await enter(world, fan, stream._id);
    await tip(fan, performer, { price: 30, streamId: stream._id });
    const goal = { title: 'A new brush', amount: 100, loops: true };
    await world.call('PUT /streaming/live/:id/tip-goal', { params: { id: stream._id }, body: { goal } }, { token: performer.token });
    world.clock.advance({ seconds: 1 });
    const first = await tip(fan, performer, { price: 40, streamId: stream._id, text: 'Brava!' }, 'once');
    expect((await tip(fan, performer, { price: 40, streamId: stream._id, text: 'Brava!' }, 'once')).data._id).toBe(first.data._id);
    expect(first.data).toMatchObject({ type: 'tip', sessionId: stream.sessionId, price: 40 });
    const { stream: now, messages } = await shown(fan, stream._id);
    expect(now.tipGoal).toEqual({ title: 'A new brush', amount: 100, raised: 40, loops: true, rounds: 0 });
    expect(messages.filter(({ type }) => type === 'tip')).toMatchObject([
      { _id: first.data._id, text: 'Brava!', tip: { amount: 40, menuItem: null }, sender: { _id: fan.id } },
      { tip: { amount: 30 } },
    ]);
    await tip(fan, performer, { price: 70, streamId: stream._id });
    expect((await shown(fan, stream._id)).stream.tipGoal).toMatchObject({ raised: 10, rounds: 1 });
    await eventually(() => {
      expect(ear.heard('stream/message-created').flatMap(({ messages: said }) => said.map(({ tip: given }) => given?.amount))).toEqual([
        30, 40, 70,
      ]);
      expect(ear.heard('stream/info-changed').at(-1)?.tipGoal).toMatchObject({ raised: 10, rounds: 1 });
    });
    const named = await world.call(
      'GET /streaming/live/:id/viewers',
      { params: { id: stream._id }, query: {} },
      { token: performer.token },
    );
    expect(named.data.data).toMatchObject([{ _id: fan.id, tipped: 140 }]);
    ear.close();
    await endShow(world, performer, stream._id);
    const past = await world.call('GET /streaming/sessions', { query: {} }, { token: performer.token });
    expect(past.data.data).toMatchObject([{ tips: 140 }]);
  });

  test('for something of the menu costs exactly what the menu says', async () => {
    const { performer, fan, stream } = await giving();
    const menu = await world.call(
      'PUT /streaming/tip-menu',
      { body: { items: [{ title: 'A song', price: 25 }] } },
      { token: performer.token },
    );
    const menuItemId = menu.data.tipMenu[0]?._id ?? '';
    expect(await errorOf(tip(fan, performer, { price: 24, streamId: stream._id, menuItemId }))).toBe('menu_item_price');
    expect(await errorOf(tip(fan, performer, { price: 25, streamId: stream._id, menuItemId: world.ctx.chance.id() }))).toBe(
      'menu_item_price',
    );
    expect((await tip(fan, performer, { price: 25, streamId: stream._id, menuItemId })).status).toBe(200);
    expect((await shown(fan, stream._id)).messages[0]?.tip).toEqual({ amount: 25, menuItem: 'A song' });
  });

  test('is refused without a show, in another show, and to who may not watch; nothing is paid then', async () => {
    const { performer, fan, stream } = await giving();
    const other = await giving({ isFree: false, price: 5 });
    expect(await errorOf(tip(fan, performer, { price: 20, streamId: world.ctx.chance.id() }))).toBe('stream_not_found');
    expect(await errorOf(tip(fan, performer, { price: 20, streamId: other.stream._id }))).toBe('stream_not_found');
    expect(await errorOf(tip(fan, other.performer, { price: 20, streamId: other.stream._id }))).toBe('content_locked');
    const stranger = await signUpFan(world);
    expect(await errorOf(tip(stranger, performer, { price: 20, streamId: stream._id }))).toBe('subscription_required');
    expect(await errorOf(tip({ ...fan, token: stranger.token }, performer, { price: 20 }))).toBe('insufficient_balance');
    await endShow(world, performer, stream._id);
    expect(await errorOf(tip(fan, performer, { price: 20, streamId: stream._id }))).toBe('stream_offline');
    expect(await world.ctx.db.$count(streamMessages, eq(streamMessages.sessionId, stream.sessionId))).toBe(0);
  });

  test('cannot be made by who deletes, and stays paid when the words are taken away', async () => {
    const { performer, fan, stream } = await giving();
    const { data } = await tip(fan, performer, { price: 20, streamId: stream._id, text: 'Rude words' });
    const remove = (who: Somebody) => world.call('DELETE /messages/:id', { params: { id: data._id } }, { token: who.token });
    expect(await errorOf(remove(fan))).toBe('not_owner');
    expect((await remove(performer)).data).toMatchObject({ isDeleted: true, text: '', tip: { amount: 20 } });
  });
});

/** The machine's time of day is moved while the site runs: nobody pays for time that did not pass, and what came stays in its order. */
import { eq } from 'drizzle-orm';
import { charges, privateRequests } from '@server/platform/db/schema/schema';
import { keepLive } from '@server/modules/live';
import { brokenLaws, fillWallet, somebodyWaits } from '../support/books';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { comeIn, openLiveWorld, tend, type LiveWorld } from '../kit/live/shows';
import type { World } from '../kit/host/test-host';

let opened: LiveWorld;
let world: World;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
});
afterEach(async () => {
  expect(await brokenLaws(world)).toEqual([]);
});
afterAll(() => world.close());

/** A private show in which both are, its first minute billed. */
async function showing() {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await fillWallet(world, fan.id, 100_000n);
  const body = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await world.call('PUT /streaming/update', { body }, { token: performer.token });
  const { data } = await world.call('POST /streaming/private-requests', { body: { performerId: performer.id } }, { token: fan.token });
  await world.call('POST /streaming/private-requests/:id/accept', { params: { id: data._id } }, { token: performer.token });
  const [row] = await world.ctx.db.select().from(privateRequests).where(eq(privateRequests.id, data._id));
  const room = row?.sessionId ?? '';
  opened.live.publish(room, performer.id);
  await comeIn(world, fan, data.streamId, 'viewer');
  opened.live.watch(room, fan.id);
  await tend(world);
  const billed = () => world.ctx.db.$count(charges, eq(charges.targetId, data._id));
  expect(await billed()).toBe(1);
  return {
    billed,
    /** Runs hosts that tend it while `happens`; each hears of the fan's picture after it, and has tended the show when this ends. */
    tendedBy: async (hosts: number, happens: () => void) => {
      const stops = Array.from({ length: hosts }, () => keepLive(world.ctx));
      happens();
      opened.live.watch(room, fan.id);
      await Promise.all(stops.map((stop) => stop()));
    },
    /** What happens while the world's host is in the midst of a round: the show's row is kept from it meanwhile. */
    midst: async (happens: () => void) => {
      const stop = keepLive(world.ctx);
      await world.ctx.db.transaction(async (tx) => {
        await tx.select().from(privateRequests).where(eq(privateRequests.id, data._id)).for('update');
        opened.live.watch(room, fan.id);
        await somebodyWaits(world);
        happens();
      });
      await stop();
    },
    end: () => world.call('POST /streaming/private-requests/:id/end', { params: { id: data._id } }, { token: fan.token }),
  };
}

test.each([1, 2])('a clock that leaps ahead bills no minute of a private show that did not pass (%s hosts)', async (hosts) => {
  const show = await showing();
  await show.tendedBy(hosts, () => world.clock.move({ hours: 3 }));
  expect(await show.billed()).toBe(1);
  await show.tendedBy(hosts, () => world.clock.advance({ seconds: 61 }));
  expect(await show.billed()).toBe(2);
  await show.end();
});

test.each([1, 2])('a clock that is turned back lets no minute of a private show go unpaid (%s hosts)', async (hosts) => {
  const show = await showing();
  await show.tendedBy(hosts, () => world.clock.move({ hours: -3 }));
  expect(await show.billed()).toBe(1);
  await show.tendedBy(hosts, () => world.clock.advance({ seconds: 61 }));
  expect(await show.billed()).toBe(2);
  await show.end();
});

test('a clock that leaps ahead in the midst of a round bills no minute that did not pass', async () => {
  const show = await showing();
  await show.midst(() => world.clock.move({ hours: 3 }));
  expect(await show.billed()).toBe(1);
  await show.tendedBy(1, () => world.clock.advance({ seconds: 61 }));
  expect(await show.billed()).toBe(2);
  await show.end();
});

test('what is said after the clock was turned back comes after what was said before it, and is asked for from where one was', async () => {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  const { data: conversation } = await world.call(
    'POST /conversations',
    { body: { sourceId: performer.id, source: 'performer' } },
    { token: fan.token },
  );
  const say = async (text: string) =>
    world.call('POST /messages/conversations/:id', { params: { id: conversation._id }, body: { text } }, { token: fan.token });
  expect((await say('first')).status).toBe(200);
  world.clock.move({ hours: -5 });
  expect((await say('second')).status).toBe(200);
  world.clock.move({ hours: 9 });
  expect((await say('third')).status).toBe(200);
  const { data } = await world.call('GET /messages/conversations/:id', { params: { id: conversation._id } }, { token: performer.token });
  expect(data.data.map(({ text }) => text)).toEqual(['third', 'second', 'first']);
});

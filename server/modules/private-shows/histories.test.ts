/**
 * Random histories of private shows: whatever the two do, in whatever order and at the same moment, each minute that began is paid
 * once, what was set aside is paid or returned, and all laws hold. A failure prints the seed and the shortest history that fails.
 */
import { eq, sum } from 'drizzle-orm';
import fc from 'fast-check';
import { charges, privateRequests, streamSessions } from '@server/platform/db/schema/schema';
import { heldFor, walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { brokenLaws, fillWallet } from '../../../tests/support/books';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { openLiveWorld, tend, type LiveWorld } from '../../../tests/kit/live/shows';
import type { World } from '../../../tests/kit/host/test-host';
import { tries } from '../../../tests/support/depth';

const histories = tries(10, 100);
const filled_cents = 3_000n;

let opened: LiveWorld;
let world: World;
/** One for all histories: each leaves her free. */
let performer: Awaited<ReturnType<typeof signUpPerformer>>;
beforeAll(async () => {
  opened = await openLiveWorld();
  ({ world } = opened);
  performer = await signUpPerformer(world);
  const offer = { privateEnabled: true, privateMinutePrice: 3, privateMinimumMinutes: 2 };
  await world.call('PUT /streaming/update', { body: offer }, { token: performer.token });
});
afterAll(() => world.close());

const verb = fc.constantFrom('ask', 'accept', 'accept', 'decline', 'cancel', 'end by her', 'end by him', 'tip');
const picture = fc.constantFrom('she comes', 'she comes', 'she goes', 'he comes', 'he comes', 'he goes');
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: verb }) },
  { weight: 3, arbitrary: fc.record({ does: picture }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), seconds: fc.integer({ min: 1, max: 130 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constantFrom('at once: end and tend', 'at once: accept and cancel', 'the engine is away') }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The laws that a step of such a history may break; those of payouts, orders and the like are asked at the end of each history. */
const isOfShows = (law: string): boolean => /^L[1-6]$|private shows$/.test(law);

async function run(steps: readonly Step[]): Promise<void> {
  const fan = await signUpFan(world);
  await fillWallet(world, fan.id, filled_cents);
  let last = world.ctx.chance.id();
  const answer = (what: 'accept' | 'decline' | 'cancel' | 'end', who: { token: string }) =>
    world.call(`POST /streaming/private-requests/:id/${what}`, { params: { id: last } }, { token: who.token });
  const room = async (): Promise<string | null> => {
    const [row] = await world.ctx.db
      .select({ id: streamSessions.id, streamId: streamSessions.streamId })
      .from(privateRequests)
      .innerJoin(streamSessions, eq(streamSessions.id, privateRequests.sessionId))
      .where(eq(privateRequests.id, last));
    if (!row) return null;
    await world.call('POST /streaming/agora/token', { body: { streamId: row.streamId, role: 'viewer' } }, { token: fan.token });
    return row.id;
  };
  const inRoom = async (work: (name: string) => void): Promise<void> => {
    const name = await room();
    if (name !== null && !opened.live.room(name).hasEnded) work(name);
  };
  const acts: Record<Step['does'], (step: Step) => Promise<unknown>> = {
    ask: async () => {
      const { status, data } = await world.call(
        'POST /streaming/private-requests',
        { body: { performerId: performer.id } },
        { token: fan.token },
      );
      if (status === 200) last = data._id;
    },
    accept: () => answer('accept', performer),
    decline: () => answer('decline', performer),
    cancel: () => answer('cancel', fan),
    'end by her': () => answer('end', performer),
    'end by him': () => answer('end', fan),
    tip: () => world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: 10 } }, { token: fan.token }),
    'she comes': () => inRoom((name) => opened.live.publish(name, performer.id)),
    'she goes': () => inRoom((name) => opened.live.unpublish(name)),
    'he comes': () => inRoom((name) => opened.live.watch(name, fan.id)),
    'he goes': () => inRoom((name) => opened.live.leave(name, fan.id)),
    time: (given) => {
      world.clock.advance({ seconds: 'seconds' in given ? given.seconds : 1 });
      return tend(world);
    },
    'at once: end and tend': () => Promise.all([answer('end', fan), tend(world), answer('end', performer), tend(world)]),
    'at once: accept and cancel': () => Promise.all([answer('accept', performer), answer('cancel', fan)]),
    'the engine is away': async () => {
      opened.live.isAway = true;
      await tend(world);
      opened.live.isAway = false;
    },
  };
  for (const next of steps) {
    await acts[next.does](next);
    expect(await brokenLaws(world, isOfShows)).toEqual([]);
  }
  // Whatever was left open ends by itself.
  opened.live.isAway = false;
  await inRoom((name) => opened.live.unpublish(name));
  for (const seconds of [1, 61, 61]) {
    world.clock.advance({ seconds });
    await tend(world);
  }
  expect(await balanceOf(world.ctx, heldFor(last))).toBe(0n);
  const [paid] = await world.ctx.db
    .select({ cents: sum(charges.priceCents) })
    .from(charges)
    .where(eq(charges.userId, fan.id));
  expect(await balanceOf(world.ctx, walletOf(fan.id))).toBe(filled_cents - BigInt(paid?.cents ?? 0));
  expect(await brokenLaws(world)).toEqual([]);
}

test('the laws hold over random histories of private shows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), (rest) =>
      // Most histories get as far as a show.
      run([{ does: 'ask' }, { does: 'accept' }, { does: 'she comes' }, { does: 'he comes' }, ...rest]),
    ),
    { numRuns: histories, endOnFailure: true },
  );
}, 600_000); // Beside the journeys, to which it gives way.

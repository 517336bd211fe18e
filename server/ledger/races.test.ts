/** Races, run as races on a real PostgreSQL: what happens at once has the effect of one order, and nobody waits in a circle. */
import { sql } from 'drizzle-orm';
import { openLedger, type LedgerWorld } from '../../tests/kit/host/ledger';
import { charge, people, topUp, type People } from '../../tests/kit/money/postings';
import { outbox } from '../platform/db/schema/schema';
import { Refusal } from '../kernel/api-error';
import { commissionAccount, earningsOf, heldFor, paidOutBy, walletOf, type AccountId } from '../money/ledger/chart';
import { checkLedger } from '../money/ledger/check';
import { ledgerLaws } from '../money/ledger/invariants';
import { balanceOf, hold, post, release, settle } from '../money/ledger/ledger';
import type { Posted } from '../money/ledger/post';
import { reverse } from '../money/ledger/reverse';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedger();
});
afterAll(async () => {
  expect(await checkLedger(world.ctx, ledgerLaws)).toMatchObject({ ok: true });
  await world.close();
});

const held = (account: AccountId): Promise<bigint> => balanceOf(world.ctx, account);
const times = <T>(count: number, start: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => start(index)));
/** How those that were refused were refused. */
const codes = (results: PromiseSettledResult<unknown>[]): unknown[] =>
  results
    .filter((result) => result.status === 'rejected')
    .map(({ reason }: { reason: unknown }) => (reason instanceof Refusal ? reason.code : reason));

interface Story {
  who: People;
  id: string;
}
/** A fan with 100.00 of which 30.00 were paid to a performer, whose 24.00 earned are of use below, and 10.00 held. */
async function story(): Promise<Story & { paid: string }> {
  const who = await people(world.ctx);
  const { transferId } = await post(world.ctx, charge(who));
  const id = world.ctx.chance.id();
  await hold(world.ctx, { from: walletOf(who.fan), subject: id, cents: 1_000n, reason: 'show_hold', key: `held:${id}` });
  return { who, id, paid: transferId };
}

const commands: Record<string, (story: Story & { paid: string }) => Promise<Posted>> = {
  'a top-up': ({ who, id }) => post(world.ctx, topUp(who.fan, 500n, id)),
  'a charge': ({ who, id }) => post(world.ctx, charge(who, id)),
  'a hold': ({ who, id }) =>
    hold(world.ctx, { from: earningsOf(who.performer), subject: id, cents: 2_400n, reason: 'payout_hold', key: id }),
  'a settlement': ({ id }) =>
    settle(world.ctx, { subject: id, reason: 'payout_settle', key: id, to: [{ account: paidOutBy('banking'), cents: 700n }] }),
  'a release': ({ who, id }) => release(world.ctx, { subject: id, reason: 'show_release', key: id, to: walletOf(who.fan), cents: 1_000n }),
  'a whole refund': ({ paid, id }) => reverse(world.ctx, { transferId: paid, reason: 'refund', key: id }),
  'a refund in part': ({ paid, id }) => reverse(world.ctx, { transferId: paid, reason: 'refund', key: id, cents: 1_234n }),
};

it.each(Object.keys(commands))('twenty copies of %s at once have the effect of one', async (name) => {
  const run = commands[name];
  const one = await story();
  await world.ctx.db.delete(outbox);
  const results = await times(20, async () => run?.(one));
  expect(codes(results)).toEqual([]);
  const posted = results.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  expect(new Set(posted.map(({ transferId }) => transferId)).size).toBe(1);
  expect(posted.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
  const events = await world.ctx.db.select().from(outbox);
  expect(new Set(events.map(({ rooms }) => rooms.join())).size).toBe(events.length);
});

it('twenty charges of 30 against 100 leave 10', async () => {
  const who = await people(world.ctx);
  const results = await times(20, (index) => post(world.ctx, charge(who, `${index} of ${who.fan}`)));
  expect(codes(results)).toEqual(Array<string>(17).fill('insufficient_balance'));
  expect(await held(walletOf(who.fan))).toBe(1_000n);
  expect(await held(earningsOf(who.performer))).toBe(7_200n);
});

it('transfers in opposite directions never wait for each other in a circle', async () => {
  const [one, other] = [await people(world.ctx), await people(world.ctx)];
  const give = (from: string, to: string, key: string) =>
    post(world.ctx, {
      reason: 'adjustment',
      subject: key,
      key,
      entries: [
        { account: walletOf(from), cents: -1n },
        { account: walletOf(to), cents: 1n },
      ],
    });
  const results = await times(400, (index) =>
    index % 2 === 0 ? give(one.fan, other.fan, `${index} ${one.fan}`) : give(other.fan, one.fan, `${index} ${one.fan}`),
  );
  expect(codes(results)).toEqual([]);
  expect([await held(walletOf(one.fan)), await held(walletOf(other.fan))]).toEqual([10_000n, 10_000n]);
});

it('the first postings to an account at once make it once', async () => {
  const { fan, performer } = await people(world.ctx, 0n);
  expect(codes(await times(20, (index) => post(world.ctx, topUp(fan, 100n, `${index} of ${fan}`))))).toEqual([]);
  expect(await held(walletOf(fan))).toBe(2_000n);
  expect(codes(await times(20, (index) => post(world.ctx, charge({ fan, performer }, `${index} paid by ${fan}`, 100n))))).toEqual([]);
  expect(await held(earningsOf(performer))).toBe(1_600n);
});

it('postings to one account by many neither wait for a transaction that holds it nor lose anything, and every read is right', async () => {
  const fans = await Promise.all(Array.from({ length: 32 }, () => people(world.ctx)));
  const { performer } = await people(world.ctx, 0n);
  const before = await held(commissionAccount);
  const charging = { isDone: false };
  const reads: bigint[] = [];
  const reading = (async () => {
    while (!charging.isDone) {
      // Charges of 5.00: what is read of both accounts in one statement belongs to whole charges only.
      const { rows } = await world.ctx.db.execute<{ earned: string; kept: string }>(sql`select
        (select coalesce(sum(balance_cents), 0) from ledger_balances where account_id = ${earningsOf(performer)}) as earned,
        (select coalesce(sum(balance_cents), 0) from ledger_balances where account_id = ${commissionAccount}) as kept`);
      const [earned, kept] = [BigInt(rows[0]?.earned ?? 0), BigInt(rows[0]?.kept ?? 0) - before];
      expect(earned % 400n).toBe(0n);
      expect(earned).toBe(kept * 4n);
      reads.push(earned);
    }
  })();
  const results = await times(32, async (index) => {
    const fan = fans[index]?.fan ?? '';
    for (let n = 0; n < 10; n += 1) await post(world.ctx, charge({ fan, performer }, `${index} ${n} ${fan}`, 500n));
  });
  charging.isDone = true;
  await reading;
  expect(codes(results)).toEqual([]);
  expect(await held(earningsOf(performer))).toBe(128_000n);
  expect([...reads].sort((a, b) => Number(a - b))).toEqual(reads);
  expect(reads.length).toBeGreaterThan(1);
});

it('a charge does not wait for an unfinished one to the same performer', async () => {
  const [one, other] = [await people(world.ctx), await people(world.ctx)];
  await world.ctx.db.transaction(async (db) => {
    await post({ ...world.ctx, db }, charge(one));
    // Would wait for ever, were the performer's row locked.
    await post(world.ctx, charge({ ...other, performer: one.performer }));
    expect(await held(earningsOf(one.performer))).toBe(2_400n);
  });
  expect(await held(earningsOf(one.performer))).toBe(4_800n);
});

it('two payouts of all that was earned at once: one', async () => {
  const who = await people(world.ctx);
  await post(world.ctx, charge(who));
  const results = await times(20, (index) =>
    hold(world.ctx, {
      from: earningsOf(who.performer),
      subject: `${index} ${who.fan}`,
      cents: 2_400n,
      reason: 'payout_hold',
      key: `${index} ${who.fan}`,
    }),
  );
  expect(codes(results)).toEqual(Array<string>(19).fill('insufficient_balance'));
  expect(await held(earningsOf(who.performer))).toBe(0n);
});

it('a hold is released and settled at once no further than it goes', async () => {
  const { who, id } = await story();
  const results = await times(20, (index) =>
    index % 2 === 0
      ? release(world.ctx, { subject: id, reason: 'show_release', key: `${index} ${id}`, to: walletOf(who.fan), cents: 300n })
      : settle(world.ctx, {
          subject: id,
          reason: 'show_minute',
          key: `${index} ${id}`,
          to: [{ account: earningsOf(who.performer), cents: 300n }],
        }),
  );
  expect(codes(results)).toEqual(Array<string>(17).fill('insufficient_balance'));
  expect(await held(heldFor(id))).toBe(100n);
});

it('reversals at once never take back more than was moved', async () => {
  const { who, paid } = await story();
  const results = await times(20, (index) =>
    reverse(world.ctx, { transferId: paid, reason: 'refund', key: `${index} ${paid}`, cents: 700n }),
  );
  expect(codes(results)).toEqual(Array<string>(16).fill('already_refunded'));
  expect(await held(walletOf(who.fan))).toBe(8_800n);
  expect(await held(earningsOf(who.performer))).toBe(160n);
});

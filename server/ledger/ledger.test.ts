/** What callers of the ledger may rely on. */
import { asc } from 'drizzle-orm';
import { openLedger, type LedgerWorld } from '../../tests/support/ledger';
import { inTransaction } from '../context';
import { outbox } from '../db/schema/schema';
import { commissionAccount, earningsOf, gatewayAccount, heldFor, promotionsAccount, walletOf, type AccountId } from './chart';
import { balanceAfter, balanceOf, balancesOf, hold, post, release, settle } from './ledger';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedger();
});
afterAll(() => world.close());

/** A fan with some tokens, and a performer; new ones for each test. */
async function people(cents = 10_000n): Promise<{ fan: string; performer: string }> {
  const fan = world.ctx.chance.id();
  if (cents > 0n)
    await post(world.ctx, {
      reason: 'top_up',
      subject: fan,
      key: `top-up:${fan}`,
      entries: [
        { account: gatewayAccount('sandbox'), cents: -cents },
        { account: walletOf(fan), cents },
      ],
    });
  return { fan, performer: world.ctx.chance.id() };
}

/** A charge of 30.00 with a commission of 6.00. */
const charge = ({ fan, performer }: { fan: string; performer: string }, key = `charge:${fan}`, cents = 3_000n) =>
  ({
    reason: 'charge',
    subject: key,
    key,
    entries: [
      { account: walletOf(fan), cents: -cents },
      { account: earningsOf(performer), cents: (cents / 5n) * 4n },
      { account: commissionAccount, cents: cents / 5n },
    ],
  }) as const;

const held = (account: AccountId): Promise<bigint> => balanceOf(world.ctx, account);

describe('posting', () => {
  it('moves what the entries say and tells what each account then holds', async () => {
    const who = await people();
    const before = await held(commissionAccount);
    const posted = await post(world.ctx, charge(who));
    expect(posted.isReplayed).toBe(false);
    expect(balanceAfter(posted, walletOf(who.fan))).toBe(7_000n);
    expect(balanceAfter(posted, earningsOf(who.performer))).toBe(2_400n);
    expect(balanceAfter(posted, commissionAccount)).toBe(before + 600n);
    expect(await balancesOf(world.ctx, [walletOf(who.fan), earningsOf(who.performer), walletOf('nobody')])).toEqual(
      new Map<AccountId, bigint>([
        [walletOf(who.fan), 7_000n],
        [earningsOf(who.performer), 2_400n],
        [walletOf('nobody'), 0n],
      ]),
    );
  });

  it('tells the holders of wallets and earnings, in tokens, once', async () => {
    const who = await people();
    await world.ctx.db.delete(outbox);
    await post(world.ctx, charge(who));
    await post(world.ctx, charge(who));
    const events = await world.ctx.db.select().from(outbox).orderBy(asc(outbox.rooms));
    expect(events.map(({ name, rooms, payload }) => ({ name, rooms, payload }))).toEqual(
      [
        { room: who.fan, payload: { change: -30, balance: 70, reason: 'charge', subjectId: `charge:${who.fan}` } },
        { room: who.performer, payload: { change: 24, balance: 24, reason: 'charge', subjectId: `charge:${who.fan}` } },
      ].map(({ room, payload }) => ({ name: 'wallet/balance-changed', rooms: [`account:${room}`], payload })),
    );
  });

  it('answers the first transfer again for the same key and content, and refuses another content', async () => {
    const who = await people();
    const first = await post(world.ctx, charge(who));
    await post(world.ctx, charge(who, 'another'));
    const again = await post(world.ctx, { ...charge(who), entries: [...charge(who).entries].reverse() });
    expect(again).toMatchObject({ transferId: first.transferId, isReplayed: true });
    expect(balanceAfter(again, walletOf(who.fan))).toBe(7_000n);
    await expect(post(world.ctx, charge(who, undefined, 2_000n))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(post(world.ctx, { ...charge(who), metadata: { note: 'other' } })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await held(walletOf(who.fan))).toBe(4_000n);
  });

  it('refuses what a wallet does not cover, and leaves nothing of it', async () => {
    const who = await people(2_999n);
    await expect(post(world.ctx, charge(who))).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(post(world.ctx, charge(await people(0n)))).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await held(walletOf(who.fan))).toBe(2_999n);
    expect(await held(earningsOf(who.performer))).toBe(0n);
  });

  it('takes part in the transaction of its caller', async () => {
    const who = await people();
    const broken = inTransaction(world.ctx, async (ctx) => {
      await post(ctx, charge(who));
      expect(await balanceOf(ctx, walletOf(who.fan))).toBe(7_000n);
      throw new Error('what came after failed');
    });
    await expect(broken).rejects.toThrow('what came after failed');
    expect(await held(walletOf(who.fan))).toBe(10_000n);
    expect(await post(world.ctx, charge(who))).toMatchObject({ isReplayed: false });
  });

  it('counts several entries of an account as one and leaves out those of nothing', async () => {
    const who = await people();
    const posted = await post(world.ctx, {
      ...charge(who),
      entries: [...charge(who).entries, { account: earningsOf(who.performer), cents: 600n }, { account: commissionAccount, cents: -600n }],
    });
    expect(posted.balances).toEqual({ [walletOf(who.fan)]: 7_000n, [earningsOf(who.performer)]: 3_000n });
  });

  it('takes no transfer that does not add up to zero or moves nothing', async () => {
    const who = await people();
    const off = { ...charge(who), entries: charge(who).entries.slice(0, 2) };
    await expect(post(world.ctx, off)).rejects.toThrow('do not add up to zero');
    await expect(post(world.ctx, { ...charge(who), entries: [{ account: promotionsAccount, cents: 0n }] })).rejects.toThrow();
  });
});

describe('holding', () => {
  it('sets aside, pays out and gives back', async () => {
    const { fan, performer } = await people();
    const show = world.ctx.chance.id();
    await hold(world.ctx, { from: walletOf(fan), subject: show, cents: 6_000n, reason: 'show_hold', key: `hold:${show}` });
    const minute = await settle(world.ctx, {
      subject: show,
      reason: 'show_minute',
      key: `minute:${show}:1`,
      to: [
        { account: earningsOf(performer), cents: 1_600n },
        { account: commissionAccount, cents: 400n },
      ],
    });
    expect(balanceAfter(minute, heldFor(show))).toBe(4_000n);
    await release(world.ctx, { to: walletOf(fan), subject: show, cents: 4_000n, reason: 'show_release', key: `release:${show}` });
    expect(await held(walletOf(fan))).toBe(8_000n);
    const more = { to: walletOf(fan), subject: show, cents: 1n, reason: 'show_release', key: `more:${show}` } as const;
    await expect(release(world.ctx, more)).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  it('sets aside no more than has been earned', async () => {
    const { fan, performer } = await people();
    await post(world.ctx, charge({ fan, performer }));
    const request = { from: earningsOf(performer), subject: performer, reason: 'payout_hold', key: `hold:${performer}` } as const;
    await expect(hold(world.ctx, { ...request, cents: 2_401n })).rejects.toMatchObject({ code: 'insufficient_balance' });
    await hold(world.ctx, { ...request, cents: 2_400n });
    expect(await held(earningsOf(performer))).toBe(0n);
    expect(await held(heldFor(performer))).toBe(2_400n);
  });

  it('moves no amount of nothing or less', async () => {
    const { fan } = await people();
    for (const cents of [0n, -5n])
      expect(() => hold(world.ctx, { from: walletOf(fan), subject: fan, cents, reason: 'show_hold', key: 'x' })).toThrow('cannot move');
  });
});

/** What callers of the ledger may rely on. */
import { asc } from 'drizzle-orm';
import { openLedger, type LedgerWorld } from '../../../tests/kit/host/ledger';
import { inTransaction } from '../../platform/context';
import { outbox } from '../../platform/db/schema/schema';
import { charge, people } from '../../../tests/kit/money/postings';
import { commissionAccount, earningsOf, heldFor, promotionsAccount, walletOf, type AccountId } from './chart';
import { balanceAfter, balanceOf, balancesOf, hold, post, release, settle } from './ledger';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedger();
});
afterAll(() => world.close());

const held = (account: AccountId): Promise<bigint> => balanceOf(world.ctx, account);

describe('posting', () => {
  it('moves what the entries say and tells what each account then holds', async () => {
    const who = await people(world.ctx);
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
    const who = await people(world.ctx);
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
    const who = await people(world.ctx);
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
    const who = await people(world.ctx, 2_999n);
    await expect(post(world.ctx, charge(who))).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(post(world.ctx, charge(await people(world.ctx, 0n)))).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await held(walletOf(who.fan))).toBe(2_999n);
    expect(await held(earningsOf(who.performer))).toBe(0n);
  });

  it('takes part in the transaction of its caller', async () => {
    const who = await people(world.ctx);
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
    const who = await people(world.ctx);
    const posted = await post(world.ctx, {
      ...charge(who),
      entries: [...charge(who).entries, { account: earningsOf(who.performer), cents: 600n }, { account: commissionAccount, cents: -600n }],
    });
    expect(posted.balances).toEqual({ [walletOf(who.fan)]: 7_000n, [earningsOf(who.performer)]: 3_000n });
  });

  it('takes no transfer that does not add up to zero or moves nothing', async () => {
    const who = await people(world.ctx);
    const off = { ...charge(who), entries: charge(who).entries.slice(0, 2) };
    await expect(post(world.ctx, off)).rejects.toThrow('do not add up to zero');
    await expect(post(world.ctx, { ...charge(who), entries: [{ account: promotionsAccount, cents: 0n }] })).rejects.toThrow();
  });
});

describe('holding', () => {
  it('sets aside, pays out and gives back', async () => {
    const { fan, performer } = await people(world.ctx);
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
    const { fan, performer } = await people(world.ctx);
    await post(world.ctx, charge({ fan, performer }));
    const request = { from: earningsOf(performer), subject: performer, reason: 'payout_hold', key: `hold:${performer}` } as const;
    await expect(hold(world.ctx, { ...request, cents: 2_401n })).rejects.toMatchObject({ code: 'insufficient_balance' });
    await hold(world.ctx, { ...request, cents: 2_400n });
    expect(await held(earningsOf(performer))).toBe(0n);
    expect(await held(heldFor(performer))).toBe(2_400n);
  });

  it('moves no amount of nothing or less', async () => {
    const { fan } = await people(world.ctx);
    for (const cents of [0n, -5n])
      expect(() => hold(world.ctx, { from: walletOf(fan), subject: fan, cents, reason: 'show_hold', key: 'x' })).toThrow('cannot move');
  });
});

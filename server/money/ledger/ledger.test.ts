/** What callers of the ledger can rely on. */
import { asc } from 'drizzle-orm';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { inTransaction } from '../../platform/context';
import { outbox } from '../../platform/db/schema/site';
import { chargePosting, fundedParties } from '../../../tests/kit/money/postings';
import { commissionAccount, earningsOf, heldFor, promotionsAccount, walletOf, type AccountId } from './chart';
import { balanceAfter, balanceOf, balancesOf, hold, post, release, settle } from './ledger';

let testHost: LedgerTestHost;
beforeAll(async () => {
  testHost = await openLedger();
});
afterAll(() => testHost.close());

const balance = (account: AccountId): Promise<bigint> => balanceOf(testHost.ctx, account);

describe('posting', () => {
  it('moves the amounts of its entries and returns the new balances', async () => {
    const accounts = await fundedParties(testHost.ctx);
    const before = await balance(commissionAccount);
    const posted = await post(testHost.ctx, chargePosting(accounts));
    expect(posted.isReplayed).toBe(false);
    expect(balanceAfter(posted, walletOf(accounts.fan))).toBe(7_000n);
    expect(balanceAfter(posted, earningsOf(accounts.performer))).toBe(2_400n);
    expect(balanceAfter(posted, commissionAccount)).toBe(before + 600n);
    expect(await balancesOf(testHost.ctx, [walletOf(accounts.fan), earningsOf(accounts.performer), walletOf('unused')])).toEqual(
      new Map<AccountId, bigint>([
        [walletOf(accounts.fan), 7_000n],
        [earningsOf(accounts.performer), 2_400n],
        [walletOf('unused'), 0n],
      ]),
    );
  });

  it('emits an event to the holders of wallets and earnings, in tokens, once', async () => {
    const accounts = await fundedParties(testHost.ctx);
    await testHost.ctx.db.delete(outbox);
    await post(testHost.ctx, chargePosting(accounts));
    await post(testHost.ctx, chargePosting(accounts));
    const events = await testHost.ctx.db.select().from(outbox).orderBy(asc(outbox.rooms));
    expect(events.map(({ name, rooms, payload }) => ({ name, rooms, payload }))).toEqual(
      [
        { room: accounts.fan, payload: { change: -30, balance: 70, reason: 'charge', subjectId: `charge:${accounts.fan}` } },
        { room: accounts.performer, payload: { change: 24, balance: 24, reason: 'charge', subjectId: `charge:${accounts.fan}` } },
      ].map(({ room, payload }) => ({ name: 'wallet/balance-changed', rooms: [`account:${room}`], payload })),
    );
  });

  it('returns the first transfer again for the same key and payload, and rejects another payload', async () => {
    const accounts = await fundedParties(testHost.ctx);
    const first = await post(testHost.ctx, chargePosting(accounts));
    await post(testHost.ctx, chargePosting(accounts, 'another'));
    const again = await post(testHost.ctx, { ...chargePosting(accounts), entries: [...chargePosting(accounts).entries].reverse() });
    expect(again).toMatchObject({ transferId: first.transferId, isReplayed: true });
    expect(balanceAfter(again, walletOf(accounts.fan))).toBe(7_000n);
    await expect(post(testHost.ctx, chargePosting(accounts, undefined, 2_000n))).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await expect(post(testHost.ctx, { ...chargePosting(accounts), metadata: { note: 'other' } })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await balance(walletOf(accounts.fan))).toBe(4_000n);
  });

  it('rejects an amount that the wallet does not cover, and changes no balance', async () => {
    const accounts = await fundedParties(testHost.ctx, 2_999n);
    await expect(post(testHost.ctx, chargePosting(accounts))).rejects.toMatchObject({ code: 'insufficient_balance' });
    await expect(post(testHost.ctx, chargePosting(await fundedParties(testHost.ctx, 0n)))).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    expect(await balance(walletOf(accounts.fan))).toBe(2_999n);
    expect(await balance(earningsOf(accounts.performer))).toBe(0n);
  });

  it('is rolled back with the transaction of its caller', async () => {
    const accounts = await fundedParties(testHost.ctx);
    const broken = inTransaction(testHost.ctx, async (ctx) => {
      await post(ctx, chargePosting(accounts));
      expect(await balanceOf(ctx, walletOf(accounts.fan))).toBe(7_000n);
      throw new Error('what came after failed');
    });
    await expect(broken).rejects.toThrow('what came after failed');
    expect(await balance(walletOf(accounts.fan))).toBe(10_000n);
    expect(await post(testHost.ctx, chargePosting(accounts))).toMatchObject({ isReplayed: false });
  });

  it('merges several entries of an account and drops zero entries', async () => {
    const accounts = await fundedParties(testHost.ctx);
    const posted = await post(testHost.ctx, {
      ...chargePosting(accounts),
      entries: [
        ...chargePosting(accounts).entries,
        { account: earningsOf(accounts.performer), cents: 600n },
        { account: commissionAccount, cents: -600n },
      ],
    });
    expect(posted.balances).toEqual({ [walletOf(accounts.fan)]: 7_000n, [earningsOf(accounts.performer)]: 3_000n });
  });

  it('rejects a transfer that does not add up to zero or moves nothing', async () => {
    const accounts = await fundedParties(testHost.ctx);
    const unbalanced = { ...chargePosting(accounts), entries: chargePosting(accounts).entries.slice(0, 2) };
    await expect(post(testHost.ctx, unbalanced)).rejects.toThrow('do not add up to zero');
    await expect(
      post(testHost.ctx, { ...chargePosting(accounts), entries: [{ account: promotionsAccount, cents: 0n }] }),
    ).rejects.toThrow();
  });
});

describe('a hold', () => {
  it('can be settled in part and released in part, up to its amount', async () => {
    const { fan, performer } = await fundedParties(testHost.ctx);
    const show = testHost.ctx.random.id();
    await hold(testHost.ctx, { from: walletOf(fan), subject: show, cents: 6_000n, reason: 'show_hold', key: `hold:${show}` });
    const minute = await settle(testHost.ctx, {
      subject: show,
      reason: 'show_minute',
      key: `minute:${show}:1`,
      to: [
        { account: earningsOf(performer), cents: 1_600n },
        { account: commissionAccount, cents: 400n },
      ],
    });
    expect(balanceAfter(minute, heldFor(show))).toBe(4_000n);
    await release(testHost.ctx, { to: walletOf(fan), subject: show, cents: 4_000n, reason: 'show_release', key: `release:${show}` });
    expect(await balance(walletOf(fan))).toBe(8_000n);
    const more = { to: walletOf(fan), subject: show, cents: 1n, reason: 'show_release', key: `more:${show}` } as const;
    await expect(release(testHost.ctx, more)).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  it('of earnings cannot exceed what has been earned', async () => {
    const { fan, performer } = await fundedParties(testHost.ctx);
    await post(testHost.ctx, chargePosting({ fan, performer }));
    const request = { from: earningsOf(performer), subject: performer, reason: 'payout_hold', key: `hold:${performer}` } as const;
    await expect(hold(testHost.ctx, { ...request, cents: 2_401n })).rejects.toMatchObject({ code: 'insufficient_balance' });
    await hold(testHost.ctx, { ...request, cents: 2_400n });
    expect(await balance(earningsOf(performer))).toBe(0n);
    expect(await balance(heldFor(performer))).toBe(2_400n);
  });

  it('cannot be of zero or less', async () => {
    const { fan } = await fundedParties(testHost.ctx);
    for (const cents of [0n, -5n])
      expect(() => hold(testHost.ctx, { from: walletOf(fan), subject: fan, cents, reason: 'show_hold', key: 'x' })).toThrow('cannot move');
  });
});

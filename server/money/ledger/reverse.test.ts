/** Reversing transfers, in whole and in parts. */
import fc from 'fast-check';
import { openLedger, type LedgerTestHost } from '../../../tests/kit/host/ledger';
import { chargePosting, fundedParties, topUpPosting } from '../../../tests/kit/money/postings';
import { apportion } from './apportion';
import { commissionAccount, earningsOf, gatewayAccount, receivableOf, walletOf } from './chart';
import { balanceOf, post } from './ledger';
import { reverse } from './reverse';

let testHost: LedgerTestHost;
beforeAll(async () => {
  testHost = await openLedger();
});
afterAll(() => testHost.close());

const refund = (transferId: string, key: string, cents?: bigint) => ({ transferId, key, reason: 'refund', cents }) as const;

it('reverses the whole of a transfer, once', async () => {
  const accounts = await fundedParties(testHost.ctx);
  const { transferId } = await post(testHost.ctx, chargePosting(accounts));
  const reversal = await reverse(testHost.ctx, refund(transferId, `refund:${transferId}`));
  expect(reversal.isReplayed).toBe(false);
  expect(await balanceOf(testHost.ctx, walletOf(accounts.fan))).toBe(10_000n);
  expect(await balanceOf(testHost.ctx, earningsOf(accounts.performer))).toBe(0n);
  expect(await reverse(testHost.ctx, refund(transferId, `refund:${transferId}`))).toMatchObject({
    transferId: reversal.transferId,
    isReplayed: true,
  });
  await expect(reverse(testHost.ctx, refund(transferId, 'once more'))).rejects.toMatchObject({ code: 'already_refunded' });
  await expect(reverse(testHost.ctx, refund(transferId, `refund:${transferId}`, 5n))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

it('reverses in parts, exact to the cent, that add up to the whole', async () => {
  const accounts = await fundedParties(testHost.ctx);
  const { transferId } = await post(testHost.ctx, chargePosting(accounts, undefined, 1_001n));
  const commission = await balanceOf(testHost.ctx, commissionAccount);
  for (const [index, cents] of [333n, 333n, 334n].entries())
    await reverse(testHost.ctx, refund(transferId, `part ${index} of ${transferId}`, cents));
  await expect(reverse(testHost.ctx, refund(transferId, 'too much', 2n))).rejects.toMatchObject({ code: 'already_refunded' });
  await reverse(testHost.ctx, refund(transferId, `rest of ${transferId}`));
  expect(await balanceOf(testHost.ctx, walletOf(accounts.fan))).toBe(10_000n);
  expect(await balanceOf(testHost.ctx, earningsOf(accounts.performer))).toBe(0n);
  expect(await balanceOf(testHost.ctx, commissionAccount)).toBe(commission - 200n);
});

it('can take earnings below zero', async () => {
  const accounts = await fundedParties(testHost.ctx);
  const { transferId } = await post(testHost.ctx, chargePosting(accounts));
  const paid = [
    { account: earningsOf(accounts.performer), cents: -2_400n },
    { account: 'payouts:banking', cents: 2_400n },
  ] as const;
  await post(testHost.ctx, { reason: 'payout_settle', subject: transferId, key: `paid:${transferId}`, entries: paid });
  await reverse(testHost.ctx, refund(transferId, `refund:${transferId}`));
  expect(await balanceOf(testHost.ctx, earningsOf(accounts.performer))).toBe(-2_400n);
});

it('rejects a reversal that overdraws a wallet, and accepts explicit entries that do not', async () => {
  const { fan, performer } = await fundedParties(testHost.ctx, 0n);
  const { transferId } = await post(testHost.ctx, topUpPosting(fan, 5_000n));
  await post(testHost.ctx, chargePosting({ fan, performer }));
  const dispute = { transferId, key: `dispute:${transferId}`, reason: 'dispute' } as const;
  await expect(reverse(testHost.ctx, dispute)).rejects.toMatchObject({ code: 'insufficient_balance' });
  const entries = [
    { account: gatewayAccount('sandbox'), cents: 5_000n },
    { account: walletOf(fan), cents: -2_000n },
    { account: receivableOf(fan), cents: -3_000n },
  ];
  await reverse(testHost.ctx, { ...dispute, entries });
  expect(await balanceOf(testHost.ctx, receivableOf(fan))).toBe(-3_000n);
  await expect(reverse(testHost.ctx, { ...dispute, key: 'again', entries })).rejects.toMatchObject({ code: 'already_refunded' });
});

it('splits by the original entries when an earlier reversal had explicit entries', async () => {
  const { fan } = await fundedParties(testHost.ctx, 0n);
  const { transferId } = await post(testHost.ctx, topUpPosting(fan, 5_000n));
  const entries = [
    { account: gatewayAccount('sandbox'), cents: 2_000n },
    { account: receivableOf(fan), cents: -2_000n },
  ];
  await reverse(testHost.ctx, { transferId, key: `first:${fan}`, reason: 'refund', entries });
  await reverse(testHost.ctx, refund(transferId, `rest:${fan}`));
  expect(await balanceOf(testHost.ctx, walletOf(fan))).toBe(2_000n);
  await expect(reverse(testHost.ctx, refund(transferId, `more:${fan}`))).rejects.toMatchObject({ code: 'already_refunded' });
});

it('reverses a reversal once; the original can then be reversed again', async () => {
  const accounts = await fundedParties(testHost.ctx);
  const { transferId } = await post(testHost.ctx, chargePosting(accounts));
  const refunded = await reverse(testHost.ctx, refund(transferId, `first ${transferId}`, 1_000n));
  const undone = await reverse(testHost.ctx, refund(refunded.transferId, `undo ${transferId}`));
  expect(await balanceOf(testHost.ctx, walletOf(accounts.fan))).toBe(7_000n);
  for (const { transferId: finalId } of [refunded, undone])
    await expect(reverse(testHost.ctx, refund(finalId, `undo ${finalId} again`))).rejects.toMatchObject({ code: 'already_refunded' });
  await expect(reverse(testHost.ctx, refund(transferId, `more ${transferId}`, 3_001n))).rejects.toMatchObject({ code: 'already_refunded' });
  await reverse(testHost.ctx, refund(transferId, `second ${transferId}`));
  expect(await balanceOf(testHost.ctx, walletOf(accounts.fan))).toBe(10_000n);
  expect(await balanceOf(testHost.ctx, earningsOf(accounts.performer))).toBe(0n);
  await expect(reverse(testHost.ctx, refund(transferId, `third ${transferId}`))).rejects.toMatchObject({ code: 'already_refunded' });
});

it('rejects missing transfers and zero amounts', async () => {
  const { fan } = await fundedParties(testHost.ctx, 0n);
  const { transferId } = await post(testHost.ctx, topUpPosting(fan, 5_000n));
  await expect(reverse(testHost.ctx, refund(testHost.ctx.random.id(), 'unknown'))).rejects.toThrow('no transfer');
  for (const cents of [0n, -1n]) await expect(reverse(testHost.ctx, refund(transferId, `none ${cents}`, cents))).rejects.toThrow();
});

it('divides any amount into parts that add up, none above its share of the whole', () => {
  const shares = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { minLength: 1, maxLength: 6 })
    .filter((all) => all.some((one) => one > 0n));
  fc.assert(
    fc.property(shares, fc.double({ min: 0, max: 1, noNaN: true }), (weights, portion) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0n);
      const cents = (total * BigInt(Math.floor(portion * 1e6))) / 1_000_000n;
      const parts = apportion(cents, weights);
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(cents);
      for (const [index, part] of parts.entries()) {
        const weight = weights[index] ?? 0n;
        expect(part >= 0n && part <= weight).toBe(true);
        const distance = part * total - cents * weight;
        expect(distance < total && distance > -total).toBe(true);
      }
    }),
  );
});

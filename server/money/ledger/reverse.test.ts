/** Taking back what was posted, whole and in parts. */
import fc from 'fast-check';
import { openLedger, type LedgerWorld } from '../../../tests/kit/host/ledger';
import { charge, people, topUp } from '../../../tests/kit/money/postings';
import { apportion } from './apportion';
import { commissionAccount, earningsOf, gatewayAccount, receivableOf, walletOf } from './chart';
import { balanceOf, post } from './ledger';
import { reverse } from './reverse';

let world: LedgerWorld;
beforeAll(async () => {
  world = await openLedger();
});
afterAll(() => world.close());

const refund = (transferId: string, key: string, cents?: bigint) => ({ transferId, key, reason: 'refund', cents }) as const;

it('takes back the whole of a transfer, once', async () => {
  const who = await people(world.ctx);
  const { transferId } = await post(world.ctx, charge(who));
  const back = await reverse(world.ctx, refund(transferId, `refund:${transferId}`));
  expect(back.isReplayed).toBe(false);
  expect(await balanceOf(world.ctx, walletOf(who.fan))).toBe(10_000n);
  expect(await balanceOf(world.ctx, earningsOf(who.performer))).toBe(0n);
  expect(await reverse(world.ctx, refund(transferId, `refund:${transferId}`))).toMatchObject({
    transferId: back.transferId,
    isReplayed: true,
  });
  await expect(reverse(world.ctx, refund(transferId, 'once more'))).rejects.toMatchObject({ code: 'already_refunded' });
  await expect(reverse(world.ctx, refund(transferId, `refund:${transferId}`, 5n))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

it('takes back parts that are exact to the hundredth and together the whole', async () => {
  const who = await people(world.ctx);
  const { transferId } = await post(world.ctx, charge(who, undefined, 1_001n));
  const commission = await balanceOf(world.ctx, commissionAccount);
  for (const [index, cents] of [333n, 333n, 334n].entries())
    await reverse(world.ctx, refund(transferId, `part ${index} of ${transferId}`, cents));
  await expect(reverse(world.ctx, refund(transferId, 'too much', 2n))).rejects.toMatchObject({ code: 'already_refunded' });
  await reverse(world.ctx, refund(transferId, `rest of ${transferId}`));
  expect(await balanceOf(world.ctx, walletOf(who.fan))).toBe(10_000n);
  expect(await balanceOf(world.ctx, earningsOf(who.performer))).toBe(0n);
  expect(await balanceOf(world.ctx, commissionAccount)).toBe(commission - 200n);
});

it('lets earnings fall below zero, which the next sale makes good', async () => {
  const who = await people(world.ctx);
  const { transferId } = await post(world.ctx, charge(who));
  const paid = [
    { account: earningsOf(who.performer), cents: -2_400n },
    { account: 'payouts:banking', cents: 2_400n },
  ] as const;
  await post(world.ctx, { reason: 'payout_settle', subject: transferId, key: `paid:${transferId}`, entries: paid });
  await reverse(world.ctx, refund(transferId, `refund:${transferId}`));
  expect(await balanceOf(world.ctx, earningsOf(who.performer))).toBe(-2_400n);
});

it('takes from no wallet what it does not hold: the caller says who bears it', async () => {
  const { fan, performer } = await people(world.ctx, 0n);
  const { transferId } = await post(world.ctx, topUp(fan, 5_000n));
  await post(world.ctx, charge({ fan, performer }));
  const dispute = { transferId, key: `dispute:${transferId}`, reason: 'dispute' } as const;
  await expect(reverse(world.ctx, dispute)).rejects.toMatchObject({ code: 'insufficient_balance' });
  const entries = [
    { account: gatewayAccount('sandbox'), cents: 5_000n },
    { account: walletOf(fan), cents: -2_000n },
    { account: receivableOf(fan), cents: -3_000n },
  ];
  await reverse(world.ctx, { ...dispute, entries });
  expect(await balanceOf(world.ctx, receivableOf(fan))).toBe(-3_000n);
  await expect(reverse(world.ctx, { ...dispute, key: 'again', entries })).rejects.toMatchObject({ code: 'already_refunded' });
});

it('goes by what was posted where an earlier part went by entries of its own', async () => {
  const { fan } = await people(world.ctx, 0n);
  const { transferId } = await post(world.ctx, topUp(fan, 5_000n));
  const entries = [
    { account: gatewayAccount('sandbox'), cents: 2_000n },
    { account: receivableOf(fan), cents: -2_000n },
  ];
  await reverse(world.ctx, { transferId, key: `first:${fan}`, reason: 'refund', entries });
  await reverse(world.ctx, refund(transferId, `rest:${fan}`));
  expect(await balanceOf(world.ctx, walletOf(fan))).toBe(2_000n);
  await expect(reverse(world.ctx, refund(transferId, `more:${fan}`))).rejects.toMatchObject({ code: 'already_refunded' });
});

it('takes a reversal back, for good, and what it reversed can be reversed anew', async () => {
  const who = await people(world.ctx);
  const { transferId } = await post(world.ctx, charge(who));
  const refunded = await reverse(world.ctx, refund(transferId, `first ${transferId}`, 1_000n));
  const undone = await reverse(world.ctx, refund(refunded.transferId, `undo ${transferId}`));
  expect(await balanceOf(world.ctx, walletOf(who.fan))).toBe(7_000n);
  for (const { transferId: over } of [refunded, undone])
    await expect(reverse(world.ctx, refund(over, `undo ${over} again`))).rejects.toMatchObject({ code: 'already_refunded' });
  await expect(reverse(world.ctx, refund(transferId, `more ${transferId}`, 3_001n))).rejects.toMatchObject({ code: 'already_refunded' });
  await reverse(world.ctx, refund(transferId, `second ${transferId}`));
  expect(await balanceOf(world.ctx, walletOf(who.fan))).toBe(10_000n);
  expect(await balanceOf(world.ctx, earningsOf(who.performer))).toBe(0n);
  await expect(reverse(world.ctx, refund(transferId, `third ${transferId}`))).rejects.toMatchObject({ code: 'already_refunded' });
});

it('reverses nothing that does not exist, and no amount of nothing', async () => {
  const { fan } = await people(world.ctx, 0n);
  const { transferId } = await post(world.ctx, topUp(fan, 5_000n));
  await expect(reverse(world.ctx, refund(world.ctx.chance.id(), 'unknown'))).rejects.toThrow('no transfer');
  for (const cents of [0n, -1n]) await expect(reverse(world.ctx, refund(transferId, `none ${cents}`, cents))).rejects.toThrow();
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

/**
 * Verifying codes of the second factor. The factor's row is locked until the end of the caller's transaction, so that a code works once
 * under concurrency. Wrong codes are counted in that row, across processes.
 */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { TwoFactorMethod } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { secondFactors } from '../../platform/db/schema/two-factor';
import { fail, failAt } from '../../kernel/api-error';
import { notifySecurity } from '../notifications/security';
import { lockAccount, type AccountRow } from '../people/rows';
import { timeStepOf } from './app-codes';
import { redeemRecoveryCode } from './recovery';

const appCodePattern = new RegExp(`^\\d{${String(limits.twoFactor.digits)}}$`);

type Factor = typeof secondFactors.$inferSelect;

/** The result of verifying a code: right, with its method; wrong; or rejected after too many wrong ones. */
export type CodeVerdict = { is: 'right'; method: TwoFactorMethod } | { is: 'wrong' } | { is: 'limited'; retryAfter_s: number };

/** The account's factor, locked until the transaction of `ctx` ends; null if none was set up. */
export async function lockFactor(ctx: Context, accountId: string): Promise<Factor | null> {
  const [factor] = await ctx.db.select().from(secondFactors).where(eq(secondFactors.accountId, accountId)).for('update');
  return factor ?? null;
}

/** Seconds until codes are accepted again after too many wrong ones; null if they are accepted. */
function remainingLockout_s(ctx: Context, { wrongCodes, wrongSince }: Factor): number | null {
  if (wrongSince === null || wrongCodes < limits.twoFactor.wrongMax) return null;
  const remaining_s = limits.twoFactor.wrongWithin_s - (ctx.clock.now().getTime() - wrongSince.getTime()) / 1000;
  return remaining_s > 0 ? Math.ceil(remaining_s) : null;
}

async function countWrongCode(ctx: Context, { accountId, wrongCodes, wrongSince }: Factor): Promise<void> {
  const now = ctx.clock.now();
  const isNewCount = wrongSince === null || now.getTime() - wrongSince.getTime() >= limits.twoFactor.wrongWithin_s * 1000;
  const count = isNewCount ? { wrongCodes: 1, wrongSince: now } : { wrongCodes: wrongCodes + 1, wrongSince };
  await ctx.db.update(secondFactors).set(count).where(eq(secondFactors.accountId, accountId));
  if (count.wrongCodes !== limits.twoFactor.wrongMax) return;
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (account)
    await notifySecurity(ctx, account, {
      text: 'Someone entered several wrong codes for your account. If it wasn’t you, change your password.',
      section: 'security',
      event: `wrong-codes:${count.wrongSince.toISOString()}`,
    });
}

async function acceptAppCode(ctx: Context, { accountId, secretSealed, lastStep }: Factor, code: string): Promise<boolean> {
  const step = timeStepOf(ctx, accountId, secretSealed, code);
  if (step === null || step <= lastStep) return false;
  await ctx.db.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.accountId, accountId));
  return true;
}

/** Verifies a code in the transaction of `ctx`, which must commit whatever the verdict is, because wrong codes are counted there. */
export async function verifyCode(ctx: Context, factor: Factor, code: string): Promise<CodeVerdict> {
  const lockout_s = remainingLockout_s(ctx, factor);
  if (lockout_s !== null) return { is: 'limited', retryAfter_s: lockout_s };
  const input = code.replaceAll(/\s/g, '');
  const isAppCode = appCodePattern.test(input);
  const isRight = isAppCode ? await acceptAppCode(ctx, factor, input) : await redeemRecoveryCode(ctx, factor.accountId, input);
  if (isRight) return { is: 'right', method: isAppCode ? 'totp' : 'recovery' };
  await countWrongCode(ctx, factor);
  return { is: 'wrong' };
}

/** Throws code_invalid or too_many_requests unless the code is right. Call it once the transaction of `verifyCode` has committed. */
export function assertCodeAccepted(verdict: CodeVerdict): asserts verdict is Extract<CodeVerdict, { is: 'right' }> {
  if (verdict.is === 'limited') fail('too_many_requests', { retryAfter_s: verdict.retryAfter_s });
  if (verdict.is === 'wrong') failAt('code', 'code_invalid');
}

/**
 * Verifies a code and runs `work` in the same transaction if it is right. `assertState` rejects an unsuitable account state before the
 * verification. Rejects with code_invalid, too_many_requests, and two_factor_off if nothing is set up.
 */
export async function withCode<T>(
  ctx: Context,
  accountId: string,
  code: string,
  assertState: (account: AccountRow) => void,
  work: (tx: Context, account: AccountRow) => Promise<T>,
): Promise<T> {
  const { verdict, result } = await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, accountId)) ?? fail('two_factor_off');
    assertState(account);
    const factor = (await lockFactor(tx, accountId)) ?? fail('two_factor_off');
    const verdict = await verifyCode(tx, factor, code);
    return { verdict, result: verdict.is === 'right' ? { value: await work(tx, account) } : null };
  });
  assertCodeAccepted(verdict);
  if (result === null) throw new Error('a right code has no result');
  return result.value;
}

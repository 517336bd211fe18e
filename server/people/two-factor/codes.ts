/**
 * Comparing a code with an account's second step. Whoever asks holds the account's factor until the end of her transaction, so
 * that a code counts once however many ask at the same time; and wrong codes are counted there, for all hosts.
 */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { SecondStep } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { accounts, secondFactors } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import { notifySecurity } from '../notifications/notifications';
import { lockAccount, type AccountRow } from '../../modules/people/people';
import { stepOf } from './app-codes';
import { spendRecoveryCode } from './recovery';

const appCode = new RegExp(`^\\d{${String(limits.secondStep.digits)}}$`);

type Factor = typeof secondFactors.$inferSelect;

/** What a code is: good, by which way; or wrong; or one of too many wrong ones. */
export type Verdict = { is: 'right'; by: SecondStep } | { is: 'wrong' } | { is: 'limited'; retryAfter_s: number };

/** The account's factor, held against others until the transaction of `ctx` ends; null when none was ever set up. */
export async function lockFactor(ctx: Context, accountId: string): Promise<Factor | null> {
  const [factor] = await ctx.db.select().from(secondFactors).where(eq(secondFactors.accountId, accountId)).for('update');
  return factor ?? null;
}

/** Seconds until codes are compared again after too many wrong ones; null while they are. */
function waitOf(ctx: Context, { wrongCodes, wrongSince }: Factor): number | null {
  if (wrongSince === null || wrongCodes < limits.secondStep.wrongMax) return null;
  const left_s = limits.secondStep.wrongWithin_s - (ctx.clock.now().getTime() - wrongSince.getTime()) / 1000;
  return left_s > 0 ? Math.ceil(left_s) : null;
}

async function countWrong(ctx: Context, { accountId, wrongCodes, wrongSince }: Factor): Promise<void> {
  const now = ctx.clock.now();
  const isNewCount = wrongSince === null || now.getTime() - wrongSince.getTime() >= limits.secondStep.wrongWithin_s * 1000;
  const counted = isNewCount ? { wrongCodes: 1, wrongSince: now } : { wrongCodes: wrongCodes + 1, wrongSince };
  await ctx.db.update(secondFactors).set(counted).where(eq(secondFactors.accountId, accountId));
  if (counted.wrongCodes !== limits.secondStep.wrongMax) return;
  const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (account)
    await notifySecurity(ctx, account, {
      text: 'Many wrong codes were given for your account. If it was not you, change your password.',
      section: 'security',
      event: `wrong-codes:${counted.wrongSince.toISOString()}`,
    });
}

async function countRight(ctx: Context, { accountId, secretSealed, lastStep }: Factor, code: string): Promise<boolean> {
  const step = stepOf(ctx, accountId, secretSealed, code);
  if (step === null || step <= lastStep) return false;
  await ctx.db.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.accountId, accountId));
  return true;
}

/** Compares, in the transaction of `ctx`, which must commit whatever the verdict: that is where tries are counted. */
export async function judge(ctx: Context, factor: Factor, code: string): Promise<Verdict> {
  const wait_s = waitOf(ctx, factor);
  if (wait_s !== null) return { is: 'limited', retryAfter_s: wait_s };
  const typed = code.replaceAll(/\s/g, '');
  const isOfApp = appCode.test(typed);
  const isRight = isOfApp ? await countRight(ctx, factor, typed) : await spendRecoveryCode(ctx, factor.accountId, typed);
  if (isRight) return { is: 'right', by: isOfApp ? 'totp' : 'recovery' };
  await countWrong(ctx, factor);
  return { is: 'wrong' };
}

/** Refuses what is not right with code_invalid or too_many_requests. Call it when the transaction of `judge` has committed. */
export function assertRight(verdict: Verdict): asserts verdict is Extract<Verdict, { is: 'right' }> {
  if (verdict.is === 'limited') fail('too_many_requests', { retryAfter_s: verdict.retryAfter_s });
  if (verdict.is === 'wrong') failAt('code', 'code_invalid');
}

/**
 * Runs `then` in one transaction with the comparison, when the code is right. `isFit` refuses what the account's state forbids
 * before anything is compared. Refuses with code_invalid, too_many_requests, and two_factor_off where nothing is set up.
 */
export async function withCode<T>(
  ctx: Context,
  accountId: string,
  code: string,
  isFit: (account: AccountRow) => void,
  then: (tx: Context, account: AccountRow) => Promise<T>,
): Promise<T> {
  const { verdict, result } = await inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, accountId)) ?? fail('two_factor_off');
    isFit(account);
    const factor = (await lockFactor(tx, accountId)) ?? fail('two_factor_off');
    const verdict = await judge(tx, factor, code);
    return { verdict, result: verdict.is === 'right' ? { of: await then(tx, account) } : null };
  });
  assertRight(verdict);
  if (result === null) throw new Error('a right code has its result');
  return result.of;
}

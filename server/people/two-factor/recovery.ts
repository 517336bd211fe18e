/** Recovery codes, for people who lost their authenticator app. Each works once. */
import { and, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { recoveryCodes } from '../../platform/db/schema/two-factor';
import { keyedDigest } from '../../kernel/derive-key';

const label = 'footlight recovery codes';
/** Without letters and digits that look alike. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const halfLength = 5;

const normalized = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const hashOf = ({ config }: Pick<Context, 'config'>, accountId: string, code: string): string =>
  keyedDigest(config.appSecret, label, `${accountId}:${normalized(code)}`);

const randomHalf = ({ random }: Pick<Context, 'random'>): string =>
  Array.from({ length: halfLength }, () => alphabet.charAt(random.below(alphabet.length))).join('');

/** Replaces all recovery codes and returns the new ones, which are stored only as hashes. */
export async function renewRecoveryCodes(ctx: Context, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.twoFactor.recoveryCodes }, () => `${randomHalf(ctx)}-${randomHalf(ctx)}`);
  await dropRecoveryCodes(ctx, accountId);
  await ctx.db.insert(recoveryCodes).values(codes.map((code) => ({ accountId, codeHash: hashOf(ctx, accountId, code) })));
  return codes;
}

/** Redeems a code. Returns false if it is unknown or was already used. */
export async function redeemRecoveryCode(ctx: Context, accountId: string, code: string): Promise<boolean> {
  const redeemed = await ctx.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, hashOf(ctx, accountId, code))))
    .returning({ accountId: recoveryCodes.accountId });
  return redeemed.length > 0;
}

/** Deletes all recovery codes of an account. */
export async function dropRecoveryCodes(ctx: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** How many recovery codes are left. */
export function recoveryCodesLeft(ctx: Pick<Context, 'db'>, accountId: string): Promise<number> {
  return ctx.db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId));
}

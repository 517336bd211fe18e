/** Recovery codes: for who has lost her authenticator app. Each opens the account once. */
import { and, eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { Context } from '../../platform/context';
import { recoveryCodes } from '../../platform/db/schema/schema';
import { keyedDigest } from '../../kernel/derive-key';

const label = 'footlight recovery codes';
/** Without what looks alike. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const half = 5;

const plain = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

const hashOf = ({ config }: Pick<Context, 'config'>, accountId: string, code: string): string =>
  keyedDigest(config.appSecret, label, `${accountId}:${plain(code)}`);

const word = ({ chance }: Pick<Context, 'chance'>): string =>
  Array.from({ length: half }, () => letters.charAt(chance.below(letters.length))).join('');

/** Puts new codes in place of all earlier ones, and answers them: they are readable here and never again. */
export async function renewRecoveryCodes(ctx: Context, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.secondStep.recoveryCodes }, () => `${word(ctx)}-${word(ctx)}`);
  await dropRecoveryCodes(ctx, accountId);
  await ctx.db.insert(recoveryCodes).values(codes.map((code) => ({ accountId, codeHash: hashOf(ctx, accountId, code) })));
  return codes;
}

/** Uses a code up. False when it is none of the account's, or was used before. */
export async function spendRecoveryCode(ctx: Context, accountId: string, code: string): Promise<boolean> {
  const spent = await ctx.db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.codeHash, hashOf(ctx, accountId, code))))
    .returning({ accountId: recoveryCodes.accountId });
  return spent.length > 0;
}

/** Makes all codes of an account worthless. */
export async function dropRecoveryCodes(ctx: Pick<Context, 'db'>, accountId: string): Promise<void> {
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** How many codes are left. */
export function recoveryCodesLeft(ctx: Pick<Context, 'db'>, accountId: string): Promise<number> {
  return ctx.db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId));
}

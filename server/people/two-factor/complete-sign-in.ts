/** From an authenticated first factor to a session, directly or after the second factor. Every sign-in ends here. */
import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Challenge as ChallengeSchema } from '@contract/kernel/entities';
import type { Api } from '@contract/api';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { signInTickets } from '../../platform/db/schema/two-factor';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { AcceptedResponse } from '../../platform/http/serve';
import { rejectSuspended } from '../appeal-links/appeal-links';
import { hasPasskeys, verifyPasskey, type PasskeyResponse } from '../passkeys/passkeys';
import { lockAccount, type AccountRow } from '../people/rows';
import { startSession, type CookieSetter, type StartedSession } from '../sessions/sessions';
import { assertCodeAccepted, lockFactor, verifyCode, type CodeVerdict } from './codes';
import { isTrustedDevice, trustDevice } from './devices';
import { recoveryCodesLeft } from './recovery';

type TwoFactorChallenge = z.output<typeof ChallengeSchema>;
export type SignInResult = StartedSession | AcceptedResponse<TwoFactorChallenge>;

export interface SignInOptions {
  remember: boolean;
  deviceToken?: string | undefined;
}

async function createTwoFactorChallenge(ctx: Context, accountId: string, remember: boolean): Promise<TwoFactorChallenge> {
  const ticket = ctx.random.secret();
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.twoFactor.ticket_s * 1000);
  await ctx.db.insert(signInTickets).values({ tokenHash: digestOf(ticket), accountId, remember, expiresAt });
  return { ticket, methods: ['totp', 'recovery', ...((await hasPasskeys(ctx, accountId)) ? (['passkey'] as const) : [])], expiresAt };
}

/**
 * Completes a sign-in after the first factor, or requires the second. The account is locked, so a concurrent change of password or
 * two-factor is either seen here or ends the new session. Rejects with account_suspended, and with invalid_credentials if the password has
 * changed since.
 */
export function completeSignIn(
  ctx: Context,
  authenticated: Pick<AccountRow, 'id' | 'passwordHash'>,
  client: Client,
  { remember, deviceToken }: SignInOptions,
  cookieSetter: CookieSetter,
): Promise<SignInResult> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, authenticated.id);
    if (account?.passwordHash !== authenticated.passwordHash) return fail('invalid_credentials');
    if (account.status === 'suspended') await rejectSuspended(tx, account.id);
    const isSecondFactorRequired = account.twoFactorAt !== null && !(await isTrustedDevice(tx, account.id, deviceToken, client));
    if (isSecondFactorRequired) return new AcceptedResponse(await createTwoFactorChallenge(tx, account.id, remember));
    return startSession(tx, account.id, client, { remember }, cookieSetter);
  });
}

type TwoFactorBody = Parsed<Api['POST /auth/two-factor/login']>['body'];
type TwoFactorResult = HandlerResult<Api['POST /auth/two-factor/login']>;

/** Locks the account of a ticket and the ticket, in the usual lock order. Rejects with link_invalid. */
async function lockTicket(ctx: Context, ticket: string) {
  const isUnexpired = and(eq(signInTickets.tokenHash, digestOf(ticket)), gt(signInTickets.expiresAt, ctx.clock.now()));
  const [found] = await ctx.db.select({ accountId: signInTickets.accountId }).from(signInTickets).where(isUnexpired);
  const account = found ? await lockAccount(ctx, found.accountId) : null;
  const [row] = await ctx.db.select().from(signInTickets).where(isUnexpired).for('update');
  return account && row ? { account, row } : fail('link_invalid');
}

async function countAttempt(ctx: Context, { tokenHash, wrongCodes }: typeof signInTickets.$inferSelect): Promise<void> {
  const isTicket = eq(signInTickets.tokenHash, tokenHash);
  if (wrongCodes + 1 >= limits.twoFactor.triesPerTicket) await ctx.db.delete(signInTickets).where(isTicket);
  else
    await ctx.db
      .update(signInTickets)
      .set({ wrongCodes: wrongCodes + 1 })
      .where(isTicket);
}

const passkeyVerdict = (isRight: boolean): CodeVerdict => (isRight ? { is: 'right', method: 'passkey' } : { is: 'wrong' });

/** Completes a sign-in with the second factor. Rejects with link_invalid, code_invalid, account_suspended and too_many_requests. */
export async function completeTwoFactorSignIn(
  ctx: Context,
  client: Client,
  { ticket, code, passkey, rememberDevice, deviceToken }: TwoFactorBody,
  cookieSetter: CookieSetter,
): Promise<TwoFactorResult> {
  await ctx.rateLimiter.consume('signInAddress', networkOf(client.address));
  // Verified before the transaction: the challenge of the passkey is consumed even if the sign-in fails.
  const key = passkey === undefined ? null : await verifyPasskey(ctx, passkey);
  const outcome = await inTransaction(ctx, async (tx): Promise<{ verdict: CodeVerdict; result: TwoFactorResult | null }> => {
    const { account, row } = await lockTicket(tx, ticket);
    if (account.status === 'suspended') await rejectSuspended(tx, account.id);
    const factor = (await lockFactor(tx, account.id)) ?? fail('link_invalid');
    const verdict = code === undefined ? passkeyVerdict(key?.accountId === account.id) : await verifyCode(tx, factor, code);
    if (verdict.is === 'wrong') await countAttempt(tx, row);
    if (verdict.is !== 'right') return { verdict, result: null };
    await tx.db.delete(signInTickets).where(eq(signInTickets.tokenHash, row.tokenHash));
    const session = await startSession(tx, row.accountId, client, { remember: row.remember, withSecondStep: true }, cookieSetter);
    return {
      verdict,
      result: {
        ...session,
        deviceToken: rememberDevice ? await trustDevice(tx, row.accountId, deviceToken, client) : null,
        recoveryCodesLeft: verdict.method === 'recovery' ? await recoveryCodesLeft(tx, row.accountId) : null,
      },
    };
  });
  assertCodeAccepted(outcome.verdict);
  return outcome.result ?? fail('link_invalid');
}

/** Signs in with a passkey, which counts as both factors. Rejects with invalid_credentials and account_suspended. */
export async function completePasskeySignIn(
  ctx: Context,
  client: Client,
  { answer: response, remember }: { answer: PasskeyResponse; remember: boolean },
  cookieSetter: CookieSetter,
): Promise<StartedSession> {
  await ctx.rateLimiter.consume('signInAddress', networkOf(client.address));
  const key = (await verifyPasskey(ctx, response)) ?? fail('invalid_credentials');
  return inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, key.accountId)) ?? fail('invalid_credentials');
    if (account.status === 'suspended') await rejectSuspended(tx, account.id);
    return startSession(tx, account.id, client, { remember, withSecondStep: true }, cookieSetter);
  });
}

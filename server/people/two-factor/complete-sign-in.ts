/** From a proved first step to a session: at once, or by way of the second step. Every way of signing in ends here. */
import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { Challenge as ChallengeSchema } from '@contract/kernel/entities';
import type { Api } from '@contract/api';
import type { Parsed, Result } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import { inTransaction, type Context } from '../../platform/context';
import { signInTickets } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { Continuing } from '../../platform/http/serve';
import { turnAway } from '../../safety/moderation/moderation';
import { hasPasskeys, provedKey, type KeyAnswer } from '../passkeys/passkeys';
import { lockAccount, type AccountRow } from '../../modules/people/people';
import { startSession, type CookieSetter, type StartedSession } from '../sessions/sessions';
import { assertRight, judge, lockFactor, type Verdict } from './codes';
import { isTrusted, trust } from './devices';
import { recoveryCodesLeft } from './recovery';

type Challenge = z.output<typeof ChallengeSchema>;
export type Arrived = StartedSession | Continuing<Challenge>;

export interface Arrival {
  remember: boolean;
  deviceToken?: string | undefined;
}

async function challenge(ctx: Context, accountId: string, remember: boolean): Promise<Challenge> {
  const ticket = ctx.chance.secret();
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.secondStep.ticket_s * 1000);
  await ctx.db.insert(signInTickets).values({ tokenHash: digestOf(ticket), accountId, remember, expiresAt });
  return { ticket, methods: ['totp', 'recovery', ...((await hasPasskeys(ctx, accountId)) ? (['passkey'] as const) : [])], expiresAt };
}

/**
 * Lets in whose first step was just proved, or asks for the second. The account is held meanwhile: a second step that is switched
 * on, or a password that is changed, is either seen here or ends what begins here. Refuses with account_suspended, and with
 * invalid_credentials when the password is another by now.
 */
export function arrive(
  ctx: Context,
  proved: Pick<AccountRow, 'id' | 'passwordHash'>,
  client: Client,
  { remember, deviceToken }: Arrival,
  respond: CookieSetter,
): Promise<Arrived> {
  return inTransaction(ctx, async (tx) => {
    const account = await lockAccount(tx, proved.id);
    if (account?.passwordHash !== proved.passwordHash) return fail('invalid_credentials');
    if (account.status === 'suspended') await turnAway(tx, account.id);
    const isAsked = account.twoFactorAt !== null && !(await isTrusted(tx, account.id, deviceToken, client));
    if (isAsked) return new Continuing(await challenge(tx, account.id, remember));
    return startSession(tx, account.id, client, { remember }, respond);
  });
}

type StepBody = Parsed<Api['POST /auth/two-factor/login']>['body'];
type StepResult = Result<Api['POST /auth/two-factor/login']>;

/** The account of a ticket and the ticket, both held, in the order in which everybody holds them. Refuses with link_invalid. */
async function lockWaiting(ctx: Context, ticket: string) {
  const isOpen = and(eq(signInTickets.tokenHash, digestOf(ticket)), gt(signInTickets.expiresAt, ctx.clock.now()));
  const [found] = await ctx.db.select({ accountId: signInTickets.accountId }).from(signInTickets).where(isOpen);
  const account = found ? await lockAccount(ctx, found.accountId) : null;
  const [row] = await ctx.db.select().from(signInTickets).where(isOpen).for('update');
  return account && row ? { account, row } : fail('link_invalid');
}

async function countTry(ctx: Context, { tokenHash, wrongCodes }: typeof signInTickets.$inferSelect): Promise<void> {
  const isTicket = eq(signInTickets.tokenHash, tokenHash);
  if (wrongCodes + 1 >= limits.secondStep.triesPerTicket) await ctx.db.delete(signInTickets).where(isTicket);
  else
    await ctx.db
      .update(signInTickets)
      .set({ wrongCodes: wrongCodes + 1 })
      .where(isTicket);
}

const judgeKey = (isRight: boolean): Verdict => (isRight ? { is: 'right', by: 'passkey' } : { is: 'wrong' });

/** Gives the second step. Refuses with link_invalid, code_invalid, account_suspended, and too_many_requests. */
export async function giveSecondStep(
  ctx: Context,
  client: Client,
  { ticket, code, passkey, rememberDevice, deviceToken }: StepBody,
  respond: CookieSetter,
): Promise<StepResult> {
  await ctx.rates.take('signInAddress', networkOf(client.address));
  // Used up whatever comes of it: an answer of a device counts once.
  const key = passkey === undefined ? null : await provedKey(ctx, passkey);
  const ended = await inTransaction(ctx, async (tx): Promise<{ verdict: Verdict; result: StepResult | null }> => {
    const { account, row } = await lockWaiting(tx, ticket);
    if (account.status === 'suspended') await turnAway(tx, account.id);
    const factor = (await lockFactor(tx, account.id)) ?? fail('link_invalid');
    const verdict = code === undefined ? judgeKey(key?.accountId === account.id) : await judge(tx, factor, code);
    if (verdict.is === 'wrong') await countTry(tx, row);
    if (verdict.is !== 'right') return { verdict, result: null };
    await tx.db.delete(signInTickets).where(eq(signInTickets.tokenHash, row.tokenHash));
    const session = await startSession(tx, row.accountId, client, { remember: row.remember, withSecondStep: true }, respond);
    return {
      verdict,
      result: {
        ...session,
        deviceToken: rememberDevice ? await trust(tx, row.accountId, deviceToken, client) : null,
        recoveryCodesLeft: verdict.by === 'recovery' ? await recoveryCodesLeft(tx, row.accountId) : null,
      },
    };
  });
  assertRight(ended.verdict);
  return ended.result ?? fail('link_invalid');
}

/**
 * Lets in whose device has proved a passkey: it is something that she has, opened by something that she is or knows. Refuses with
 * invalid_credentials and account_suspended.
 */
export async function arriveByKey(
  ctx: Context,
  client: Client,
  { answer, remember }: { answer: KeyAnswer; remember: boolean },
  respond: CookieSetter,
): Promise<StartedSession> {
  await ctx.rates.take('signInAddress', networkOf(client.address));
  const key = (await provedKey(ctx, answer)) ?? fail('invalid_credentials');
  return inTransaction(ctx, async (tx) => {
    const account = (await lockAccount(tx, key.accountId)) ?? fail('invalid_credentials');
    if (account.status === 'suspended') await turnAway(tx, account.id);
    return startSession(tx, account.id, client, { remember, withSecondStep: true }, respond);
  });
}

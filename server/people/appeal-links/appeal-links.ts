/**
 * Appeal links: a suspended person, who cannot sign in, reads the reason and appeals. The signature of a link covers one decision and the
 * expiry; links are not stored. Several may be valid at the same time, and a new one does not invalidate another.
 */
import { and, desc, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { decisions } from '../../platform/db/schema/safety';
import { keyedDigest } from '../../kernel/derive-key';
import { fail } from '../../kernel/api-error';
import { sendMail } from '../../platform/mail/mail';
import { isSameSecret } from '../../kernel/constant-time';
import { accountByLogin, nameOf } from '../people/rows';

type DecisionRow = typeof decisions.$inferSelect;

const label = 'footlight appeal links';
const tokenPattern = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

type WithConfig = Pick<Context, 'config'>;
type WithClock = Pick<Context, 'config' | 'clock'>;

const signatureOf = ({ config }: WithConfig, decisionId: string, expires_s: number): string =>
  keyedDigest(config.appSecret, label, JSON.stringify([decisionId, expires_s]));

function appealToken(ctx: WithClock, decisionId: string): string {
  const expires_s = Math.floor(ctx.clock.now().getTime() / second_ms) + limits.appealLink_s;
  return `${decisionId}.${String(expires_s)}.${signatureOf(ctx, decisionId, expires_s)}`;
}

/** The URL to read a decision and appeal against it, valid for `limits.appealLink_s`. */
export const appealUrl = (ctx: WithClock, decisionId: string): string =>
  `${ctx.config.siteUrl}/auth/appeal?token=${appealToken(ctx, decisionId)}`;

/** The decision of a link. Rejects with link_invalid if the signature is wrong, the link has expired, or the decision was deleted. */
export async function verifyAppealToken(ctx: WithClock & Pick<Context, 'db'>, token: string): Promise<DecisionRow> {
  const [, decisionId = '', seconds = '', signature = ''] = tokenPattern.exec(token) ?? [];
  if (!isSameSecret(signature, signatureOf(ctx, decisionId, Number(seconds)))) return fail('link_invalid');
  if (ctx.clock.now().getTime() / second_ms >= Number(seconds)) return fail('link_invalid');
  const [row] = await ctx.db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, decisionId), eq(decisions.action, 'suspend')));
  return row ?? fail('link_invalid');
}

async function findOpenSuspension(ctx: Pick<Context, 'db'>, accountId: string): Promise<DecisionRow | null> {
  const [row] = await ctx.db
    .select()
    .from(decisions)
    .where(and(eq(decisions.accountId, accountId), eq(decisions.action, 'suspend'), isNull(decisions.endedAt)))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(1);
  return row ?? null;
}

/** Rejects the sign-in of a suspended account after its owner was authenticated: account_suspended, the reason, and an appeal token. */
export async function rejectSuspended(ctx: WithClock & Pick<Context, 'db'>, accountId: string): Promise<never> {
  const decision = await findOpenSuspension(ctx, accountId);
  if (!decision) return fail('account_suspended', { about: accountId });
  return fail('account_suspended', {
    about: accountId,
    message: `This account is suspended. Reason: ${decision.reason}`,
    appealToken: appealToken(ctx, decision.id),
  });
}

/** Accepts a request for an appeal link; the mail is sent by a job after the response. Mails per address are limited to a few per hour. */
export async function requestAppealLink(ctx: Context, email: string): Promise<void> {
  await ctx.rateLimiter.consume('appealMail', `mail:${email}`);
  await ctx.jobs.enqueue(ctx.db, 'moderation/appeal-link', { email });
}

/** Mails the link if the account of the address is suspended; otherwise does nothing. */
export async function sendAppealLink(ctx: Context, email: string): Promise<void> {
  const account = await accountByLogin(ctx, email);
  if (account?.status !== 'suspended') return;
  const decision = await findOpenSuspension(ctx, account.id);
  if (!decision) return;
  const values = { name: nameOf(account), reason: decision.reason, link: appealUrl(ctx, decision.id) };
  await sendMail(ctx, 'account-suspended', email, values);
}

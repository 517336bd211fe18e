/**
 * Links by which somebody who is suspended, and so cannot sign in, reads why and appeals. Each is signed over one decision and its
 * own end and kept nowhere: several may be under way, in mails and at the door, and none ends another.
 */
import { and, desc, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { decisions } from '../../platform/db/schema/schema';
import { keyedDigest } from '../../kernel/derive-key';
import { fail } from '../../kernel/api-error';
import { sendMail } from '../../mail/mail';
import { isSameSecret } from '../../same-secret';
import { accountByLogin, nameOf } from '../../modules/people/people';
import type { DecisionRow } from '../../safety/moderation/rows';

const label = 'footlight appeal links';
const tokenPattern = /^([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/;

type World = Pick<Context, 'config'>;
type Timed = Pick<Context, 'config' | 'clock'>;

const signatureOf = ({ config }: World, decisionId: string, expires_s: number): string =>
  keyedDigest(config.appSecret, label, JSON.stringify([decisionId, expires_s]));

function appealToken(ctx: Timed, decisionId: string): string {
  const expires_s = Math.floor(ctx.clock.now().getTime() / second_ms) + limits.appealLink_s;
  return `${decisionId}.${String(expires_s)}.${signatureOf(ctx, decisionId, expires_s)}`;
}

/** The address at which whoever has it may read a decision and appeal against it, for `limits.appealLink_s`. */
export const appealAddress = (ctx: Timed, decisionId: string): string =>
  `${ctx.config.siteUrl}/auth/appeal?token=${appealToken(ctx, decisionId)}`;

/** The decision of a link. Refuses with link_invalid what this host has not signed, what is over, and what concerns nobody any more. */
export async function decisionOfLink(ctx: Timed & Pick<Context, 'db'>, token: string): Promise<DecisionRow> {
  const [, decisionId = '', seconds = '', signature = ''] = tokenPattern.exec(token) ?? [];
  if (!isSameSecret(signature, signatureOf(ctx, decisionId, Number(seconds)))) return fail('link_invalid');
  if (ctx.clock.now().getTime() / second_ms >= Number(seconds)) return fail('link_invalid');
  const [row] = await ctx.db
    .select()
    .from(decisions)
    .where(and(eq(decisions.id, decisionId), eq(decisions.action, 'suspend')));
  return row ?? fail('link_invalid');
}

async function openSuspension(ctx: Pick<Context, 'db'>, accountId: string): Promise<DecisionRow | null> {
  const [row] = await ctx.db
    .select()
    .from(decisions)
    .where(and(eq(decisions.accountId, accountId), eq(decisions.action, 'suspend'), isNull(decisions.endedAt)))
    .orderBy(desc(decisions.createdAt), desc(decisions.id))
    .limit(1);
  return row ?? null;
}

/** Turns somebody away who has proved that the account is hers: refuses with account_suspended, the reason, and the way to an appeal. */
export async function turnAway(ctx: Timed & Pick<Context, 'db'>, accountId: string): Promise<never> {
  const decision = await openSuspension(ctx, accountId);
  if (!decision) return fail('account_suspended', { about: accountId });
  return fail('account_suspended', {
    about: accountId,
    message: `This account is suspended. The reason: ${decision.reason}`,
    appealToken: appealToken(ctx, decision.id),
  });
}

/** Takes the request for a link; what follows from it happens after the answer. An address is written to a few times an hour, whoever asks. */
export async function requestAppealLink(ctx: Context, email: string): Promise<void> {
  await ctx.rates.take('appealMail', `mail:${email}`);
  await ctx.jobs.enqueue(ctx.db, 'moderation/appeal-link', { email });
}

/** Mails the link to an address whose account is suspended; does nothing about others. */
export async function sendAppealLink(ctx: Context, email: string): Promise<void> {
  const account = await accountByLogin(ctx, email);
  if (account?.status !== 'suspended') return;
  const decision = await openSuspension(ctx, account.id);
  if (!decision) return;
  const values = { name: nameOf(account), reason: decision.reason, link: appealAddress(ctx, decision.id) };
  await sendMail(ctx, 'account-suspended', email, values);
}

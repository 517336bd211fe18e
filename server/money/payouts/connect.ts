/** The account at a gateway to which a performer is paid out: the gateway asks its owner what it must know, and says when it is ready. */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { payoutAccounts, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { GatewayAway, GatewayRefused, type AccountState } from '../gateways/gateway';
import { payoutGateway } from '../gateways/gateways';
import { isOnSite } from '../../kernel/safe-redirect';
import { findAccount } from '../../modules/people/people';
import { gatewayAccountOf } from './method';

export interface Connection {
  /** Where the gateway's questions are answered; null when it has none. */
  url: string | null;
  isReady: boolean;
  requirements: string[];
}

const retryAfter_s = 30;

async function noteState(ctx: Context, accountId: string, state: AccountState): Promise<void> {
  const { name } = payoutGateway(ctx);
  await ctx.db
    .update(payoutAccounts)
    .set({ ...state, updatedAt: ctx.clock.now() })
    .where(and(eq(payoutAccounts.gateway, name), eq(payoutAccounts.gatewayAccountId, accountId)));
}

/** The performer's account at the gateway, opened now if there is none: the key is hers, so that two tabs open one. */
async function accountFor(ctx: Context, performerId: string): Promise<string> {
  const known = await gatewayAccountOf(ctx, performerId);
  if (known) return known.gatewayAccountId;
  const { gateway, name } = payoutGateway(ctx);
  const person = await findAccount(ctx, performerId);
  if (!person?.country)
    return fail('invalid_request', { issues: [{ path: 'country', message: 'Tell your country in your profile first.' }] });
  const { email, country } = person;
  const { accountId } = await gateway.openAccount({ key: `account:${performerId}`, performerId, email, country });
  const now = ctx.clock.now();
  await ctx.db
    .insert(payoutAccounts)
    .values({ performerId, gateway: name, gatewayAccountId: accountId, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  return (await gatewayAccountOf(ctx, performerId))?.gatewayAccountId ?? accountId;
}

/** The link comes before the last look: following it may be all that the gateway wanted. */
async function connected(ctx: Context, performerId: string, returnUrl: string): Promise<Connection> {
  const { gateway } = payoutGateway(ctx);
  const accountId = await accountFor(ctx, performerId);
  const before = await gateway.accountState(accountId);
  const url = before.isReady ? null : (await gateway.accountLink({ key: `link:${ctx.chance.id()}`, accountId, returnUrl })).url;
  const state = url === null ? before : await gateway.accountState(accountId);
  await noteState(ctx, accountId, state);
  return { url, ...state };
}

/**
 * Opens the performer's account at the gateway, or goes on with its questions. Refuses with callback_not_allowed,
 * performer_not_verified, and service_unavailable when the gateway does not answer.
 */
export async function connectGateway(ctx: Context, performerId: string, returnUrl: string): Promise<Connection> {
  if (!isOnSite(ctx, returnUrl)) return fail('callback_not_allowed');
  const [row] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (row?.verification !== 'approved') return fail('performer_not_verified');
  return connected(ctx, performerId, returnUrl).catch((error: unknown) => {
    if (!(error instanceof GatewayAway) && !(error instanceof GatewayRefused)) throw error;
    ctx.log.warn({ err: error, performerId }, 'the gateway opens no account');
    return fail('service_unavailable', { retryAfter_s });
  });
}

/** Hears from the gateway that an account changed: how it stands is looked up. Call it outside of transactions. */
export async function accountChanged(ctx: Context, { accountId }: { accountId: string }): Promise<void> {
  const { gateway, name } = payoutGateway(ctx);
  const [known] = await ctx.db
    .select({ performerId: payoutAccounts.performerId })
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.gateway, name), eq(payoutAccounts.gatewayAccountId, accountId)));
  if (known) await noteState(ctx, accountId, await gateway.accountState(accountId));
}

/**
 * A performer's payout account at the gateway. The gateway asks its owner for the details it requires, and reports when it is
 * ready.
 */
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { payoutAccounts } from '../../platform/db/schema/money';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { GatewayUnavailable, GatewayRejected, type AccountState } from '../gateways/gateway';
import { payoutGateway } from '../gateways/gateways';
import { isOnSite } from '../../kernel/safe-redirect';
import { findAccount } from '../../people/people/rows';
import { gatewayAccountOf } from './method';

export interface GatewayConnection {
  /** The gateway's onboarding page; null when the account is ready. */
  url: string | null;
  isReady: boolean;
  requirements: string[];
}

const retryAfter_s = 30;

async function storeState(ctx: Context, accountId: string, state: AccountState): Promise<void> {
  const { name } = payoutGateway(ctx);
  await ctx.db
    .update(payoutAccounts)
    .set({ ...state, updatedAt: ctx.clock.now() })
    .where(and(eq(payoutAccounts.gateway, name), eq(payoutAccounts.gatewayAccountId, accountId)));
}

/**
 * The performer's account at the gateway, created if there is none. The idempotency key contains the performer's id, so that two
 * tabs create one account.
 */
async function accountFor(ctx: Context, performerId: string): Promise<string> {
  const existing = await gatewayAccountOf(ctx, performerId);
  if (existing) return existing.gatewayAccountId;
  const { gateway, name } = payoutGateway(ctx);
  const person = await findAccount(ctx, performerId);
  if (!person?.country)
    return fail('invalid_request', { issues: [{ path: 'country', message: 'Add your country to your profile first.' }] });
  const { email, country } = person;
  const { accountId } = await gateway.createAccount({ key: `account:${performerId}`, performerId, email, country });
  const now = ctx.clock.now();
  await ctx.db
    .insert(payoutAccounts)
    .values({ performerId, gateway: name, gatewayAccountId: accountId, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  return (await gatewayAccountOf(ctx, performerId))?.gatewayAccountId ?? accountId;
}

/** Reads the state again after creating the link: in the sandbox, creating the link completes the onboarding. */
async function connectionOf(ctx: Context, performerId: string, returnUrl: string): Promise<GatewayConnection> {
  const { gateway } = payoutGateway(ctx);
  const accountId = await accountFor(ctx, performerId);
  const before = await gateway.accountState(accountId);
  const url = before.isReady ? null : (await gateway.accountLink({ key: `link:${ctx.random.id()}`, accountId, returnUrl })).url;
  const state = url === null ? before : await gateway.accountState(accountId);
  await storeState(ctx, accountId, state);
  return { url, ...state };
}

/**
 * Creates the performer's account at the gateway, or continues its onboarding. Rejects with callback_not_allowed,
 * performer_not_verified, and service_unavailable when the gateway does not respond or rejects the call.
 */
export async function connectGateway(ctx: Context, performerId: string, returnUrl: string): Promise<GatewayConnection> {
  if (!isOnSite(ctx, returnUrl)) return fail('callback_not_allowed');
  const [row] = await ctx.db
    .select({ verification: performers.verification })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  if (row?.verification !== 'approved') return fail('performer_not_verified');
  return connectionOf(ctx, performerId, returnUrl).catch((error: unknown) => {
    if (!(error instanceof GatewayUnavailable) && !(error instanceof GatewayRejected)) throw error;
    ctx.log.warn({ err: error, performerId }, 'the gateway could not open an account');
    return fail('service_unavailable', { retryAfter_s });
  });
}

/** Handles the gateway's event that an account changed, by looking up its state. Call it outside a transaction. */
export async function handleAccountChanged(ctx: Context, { accountId }: { accountId: string }): Promise<void> {
  const { gateway, name } = payoutGateway(ctx);
  const [existing] = await ctx.db
    .select({ performerId: payoutAccounts.performerId })
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.gateway, name), eq(payoutAccounts.gatewayAccountId, accountId)));
  if (existing) await storeState(ctx, accountId, await gateway.accountState(accountId));
}

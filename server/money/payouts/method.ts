/** Payout methods, and the masked account that each one pays to. */
import { and, eq } from 'drizzle-orm';
import type { payoutMethods as methods } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { payoutAccounts } from '../../platform/db/schema/money';
import { fail } from '../../kernel/api-error';
import { payoutGateway } from '../gateways/gateways';
import { payoutMethods } from '../../people/performers/payout';

export type PayoutMethod = (typeof methods)[number];

const shownDigits = 4;

/** The performer's account at the configured gateway, or null. */
export async function gatewayAccountOf(ctx: Context, performerId: string): Promise<typeof payoutAccounts.$inferSelect | null> {
  const [row] = await ctx.db
    .select()
    .from(payoutAccounts)
    .where(and(eq(payoutAccounts.performerId, performerId), eq(payoutAccounts.gateway, payoutGateway(ctx).name)));
  return row ?? null;
}

/** The masked account that a payout by this method would go to. Rejects with payout_method_missing. */
export async function maskedAccountOf(ctx: Context, performerId: string, method: PayoutMethod): Promise<string> {
  if (method === 'stripe') {
    const account = await gatewayAccountOf(ctx, performerId);
    return account?.isReady ? `Stripe ••${account.gatewayAccountId.slice(-shownDigits)}` : fail('payout_method_missing');
  }
  const { banking, paypal } = await payoutMethods(ctx, performerId);
  if (method === 'paypal') return paypal ? `PayPal ${paypal.email}` : fail('payout_method_missing');
  return banking ? `${banking.bankName} ••${banking.last4}` : fail('payout_method_missing');
}

/** Events of payouts and of the accounts that are paid out to, for the module that pays out. */
import type { Context } from '../../context';
import type { GatewayEvent } from '../../gateways/gateway';
import { accountChanged, payoutChanged } from '../payouts/payouts';

/** Hands an event on; what it names is looked up there. Again is safe. */
export async function hearPayoutEvent(ctx: Context, event: Exclude<GatewayEvent, { chargeId: string }>): Promise<void> {
  if (event.type === 'account_changed') await accountChanged(ctx, event);
  if (event.type === 'payout_changed') await payoutChanged(ctx, event);
}

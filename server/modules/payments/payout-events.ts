/** Events of payouts and of the accounts that are paid out to, for the module that pays out. */
import type { Context } from '../../context';
import type { GatewayEvent } from '../../gateways/gateway';

export function hearPayoutEvent(ctx: Context, event: Exclude<GatewayEvent, { chargeId: string }>): Promise<void> {
  ctx.log.debug({ event: event.id }, 'an event of payouts');
  return Promise.resolve();
}

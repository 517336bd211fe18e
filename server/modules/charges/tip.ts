/** A tip: the fan names the price. */
import { errors } from '@contract/errors';
import { centsOf } from '@contract/values';
import type { Context } from '../../context';
import { fail } from '../../failure';
import type { Actor } from '../../http/actor';
import type { Client } from '../../http/client';
import { assertMaySee } from '../performers/performers';
import { charge } from './charge';
import type { ChargeAnswer } from './rows';

export interface Tip {
  price: bigint;
  text: string;
}

/** Refuses with price_out_of_range, in words that name the limits. */
function assertPrice(ctx: Context, price: bigint): void {
  const { minimumTipPrice: min, maximumTipPrice: max } = ctx.settings.values();
  if (price >= (centsOf(min) ?? 0n) && price <= (centsOf(max) ?? 0n)) return;
  const message = `A tip is between ${String(min)} and ${String(max)} tokens.`;
  fail('price_out_of_range', { message, issues: [{ path: 'price', message: errors.price_out_of_range[1] }] });
}

/**
 * Sends a tip, in the transaction of `tx`. Refuses with performer_not_found, blocked_by_performer, price_out_of_range,
 * insufficient_balance and spending_limit_reached.
 */
export async function tip(tx: Context, fan: Actor, client: Client, performerId: string, { price, text }: Tip): Promise<ChargeAnswer> {
  assertPrice(tx, price);
  await assertMaySee(tx, fan, client, performerId);
  return charge(tx, fan.id, { type: 'tip', targetId: performerId, performerId, price_cents: price, quantity: 1, text });
}

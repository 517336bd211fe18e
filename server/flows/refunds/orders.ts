/** What sellers and operators do with an order. Its money moves through the charges, whose door stands beyond that of the orders. */
import type { DeliveryStatus } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { refundSale } from '../../money/charges/charges';
import { mayDo } from '../../platform/rights';
import { flagPerson } from '../../safety/reports/reports';
import { assertStep, lockOrder, moveOrder } from '../../modules/orders/change';
import { orderAnswer, type OrderAnswer, type OrderRow } from '../../content/orders/rows';

interface Update {
  deliveryStatus?: DeliveryStatus | undefined;
  shippingCode?: string | undefined;
  note: string;
  expectedStatus?: DeliveryStatus | undefined;
}

const refundWords = 'The seller has refunded this order.';

/** Giving money back is a right of its own, but for who gives back her own earning. Refuses with right_missing. */
function assertMayRefund({ performerId }: Pick<OrderRow, 'performerId'>, actor: Actor): void {
  if (performerId !== actor.id && !mayDo(actor, 'money.refund')) fail('right_missing');
}

/**
 * Moves an order on, or gives it back, in the transaction of `tx`; operators leave an audit entry. Refuses with
 * order_not_found, order_changed, transition_not_allowed and refund_not_covered.
 */
export async function updateOrder(tx: Context, actor: Actor, client: Client, id: string, update: Update): Promise<OrderAnswer> {
  const row = await lockOrder(tx, id);
  if (!row || (row.performerId !== actor.id && !mayDo(actor, 'orders.change'))) return fail('order_not_found');
  const { deliveryStatus: before } = row;
  if (update.expectedStatus !== undefined && update.expectedStatus !== before) fail('order_changed');
  const { deliveryStatus: status = before, shippingCode, note } = update;
  if (status === 'refunded') {
    assertMayRefund(row, actor);
    assertStep(before, status);
    await refundSale(tx, { chargeId: row.chargeId, by: actor, reason: note === '' ? refundWords : note });
  } else {
    await moveOrder(tx, row, { status, shippingCode, note, by: actor });
  }
  await flagPerson(tx, actor.id, 'an order');
  if (row.performerId !== actor.id)
    await audit(tx, actor, client, {
      action: 'orders.update',
      targetType: 'order',
      targetId: id,
      before: { deliveryStatus: before, shippingCode: row.shippingCode },
      after: { deliveryStatus: status, shippingCode: status === 'refunded' ? row.shippingCode : (shippingCode ?? row.shippingCode), note },
    });
  return orderAnswer(tx, actor, id);
}

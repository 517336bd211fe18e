/** Changes of an order by its seller or an operator: the delivery status, or a refund. */
import type { DeliveryStatus } from '@contract/kernel/values/store';
import { audit } from '../../platform/audit/audit';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { refundSale } from './refunds';
import { hasRight } from '../../platform/rights';
import { reportFlaggedAuthor } from '../../people/flagging/flagging';
import { assertTransition, lockOrder, updateOrderStatus } from '../../content/orders/change';
import { orderResponse, type OrderResponse, type OrderRow } from '../../content/orders/rows';

interface Update {
  deliveryStatus?: DeliveryStatus | undefined;
  shippingCode?: string | undefined;
  note: string;
  expectedStatus?: DeliveryStatus | undefined;
}

const defaultReason = 'The seller refunded this order.';

/** Refunds need a separate permission, except for sellers who refund their own sales. Rejects with right_missing. */
function assertMayRefund({ performerId }: Pick<OrderRow, 'performerId'>, actor: Actor): void {
  if (performerId !== actor.id && !hasRight(actor, 'money.refund')) fail('right_missing');
}

/**
 * Changes or refunds an order in the transaction of `tx`. Changes by operators are audited. Rejects with order_not_found, order_changed,
 * transition_not_allowed, order_withheld and refund_not_covered.
 */
export async function updateOrder(tx: Context, actor: Actor, client: Client, id: string, update: Update): Promise<OrderResponse> {
  const row = await lockOrder(tx, id);
  if (!row || (row.performerId !== actor.id && !hasRight(actor, 'orders.change'))) return fail('order_not_found');
  const { deliveryStatus: before } = row;
  if (update.expectedStatus !== undefined && update.expectedStatus !== before) fail('order_changed');
  const { deliveryStatus: status = before, shippingCode, note } = update;
  if (status === 'refunded') {
    assertMayRefund(row, actor);
    assertTransition(before, status);
    await refundSale(tx, { chargeId: row.chargeId, refundedBy: actor, reason: note === '' ? defaultReason : note });
  } else {
    await updateOrderStatus(tx, row, { status, shippingCode, note, actor });
  }
  await reportFlaggedAuthor(tx, actor.id, 'an order');
  if (row.performerId !== actor.id)
    await audit(tx, actor, client, {
      action: 'orders.update',
      targetType: 'order',
      targetId: id,
      before: { deliveryStatus: before, shippingCode: row.shippingCode },
      after: { deliveryStatus: status, shippingCode: status === 'refunded' ? row.shippingCode : (shippingCode ?? row.shippingCode), note },
    });
  return orderResponse(tx, actor, id);
}

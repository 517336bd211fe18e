/** A fan's purchases and tickets, with the items as they are now. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import { purchaseTypes } from '@contract/kernel/values/money';
import type walletContract from '@contract/money/wallet';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { charges } from '../../platform/db/schema/money';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf, type Visitor } from '../../people/blocking/blocking';
import { itemResponses } from '../../content/items/item-rows';
import { accessibleItemIds } from '../../content/items/access';
import { peopleByIds } from '../../people/people/rows';
import { isPurchase } from '../../money/charges/rows';

type Contract = (typeof walletContract)['GET /wallet/purchases'];
type Purchase = HandlerResult<Contract>['data'][number];

/** A refunded ticket still shows its post, which explains the refund. */
const isShown = ({ type, status }: Pick<typeof charges.$inferSelect, 'type' | 'status'>): boolean =>
  status === 'success' || type === 'ticket';

async function purchasesById(ctx: Context, fan: Actor, visitor: Visitor, ids: readonly string[]): Promise<Map<string, Purchase>> {
  const rows = await ctx.db
    .select()
    .from(charges)
    .where(inArray(charges.id, [...ids]));
  const purchases = rows.flatMap((row) => (isPurchase(row.type) ? [{ ...row, type: row.type }] : []));
  const people = await peopleByIds(ctx, [...new Set(purchases.map(({ performerId }) => performerId))]);
  const visibleIds = await accessibleItemIds(
    ctx,
    visitor,
    purchases.flatMap((row) => (isShown(row) ? [row.targetId] : [])),
  );
  const requested = purchases.flatMap(({ type, targetId }) =>
    visibleIds.has(targetId) ? [{ kind: type === 'ticket' ? ('feed' as const) : type, id: targetId }] : [],
  );
  const itemsById = await itemResponses(ctx, fan, requested);
  return new Map(
    purchases.flatMap((row) => {
      const performer = people.get(row.performerId);
      if (!performer) return [];
      const item = isShown(row) ? (itemsById.get(row.targetId) ?? null) : null;
      return [
        [
          row.id,
          {
            _id: row.id,
            type: row.type,
            performer,
            price: row.priceCents,
            status: row.status,
            isWithheld: row.withheldAt !== null,
            item,
            createdAt: row.createdAt,
          },
        ] as const,
      ];
    }),
  );
}

/** A fan's purchases. Refunded ones except tickets, and those whose performer's page is closed to the fan, come without the item. */
export function searchPurchases(
  ctx: Context,
  fan: Actor,
  client: Client,
  query: Parsed<Contract>['query'],
): Promise<HandlerResult<Contract>> {
  const { type, performerId } = query;
  const source = ctx.db
    .select({ id: charges.id, createdAt: charges.createdAt, updatedAt: charges.updatedAt, price: charges.priceCents })
    .from(charges)
    .where(
      and(
        eq(charges.userId, fan.id),
        type === undefined ? inArray(charges.type, [...purchaseTypes]) : eq(charges.type, type),
        performerId === undefined ? undefined : eq(charges.performerId, performerId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => purchasesById(ctx, fan, visitorOf(fan, client), ids));
}

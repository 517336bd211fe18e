/** What a fan has bought to keep, as it is now. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Parsed, Result } from '@contract/endpoint';
import { unlockTypes } from '@contract/values';
import type walletContract from '@contract/money/wallet';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { charges } from '../../platform/db/schema/schema';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { visitorOf, type Visitor } from '../../people/blocking/blocking';
import { itemAnswers, withinReach } from '../../modules/items/items';
import { peopleByIds } from '../../modules/people/people';
import { isUnlock } from '../../money/charges/rows';

type Contract = (typeof walletContract)['GET /wallet/purchases'];
type Purchase = Result<Contract>['data'][number];

async function purchasesById(ctx: Context, fan: Actor, visitor: Visitor, ids: readonly string[]): Promise<Map<string, Purchase>> {
  const rows = await ctx.db
    .select()
    .from(charges)
    .where(inArray(charges.id, [...ids]));
  const kept = rows.flatMap((row) => (isUnlock(row.type) ? [{ ...row, type: row.type }] : []));
  const people = await peopleByIds(ctx, [...new Set(kept.map(({ performerId }) => performerId))]);
  const open = await withinReach(
    ctx,
    visitor,
    kept.flatMap(({ status, targetId }) => (status === 'success' ? [targetId] : [])),
  );
  const asked = kept.flatMap(({ type, targetId }) => (open.has(targetId) ? [{ kind: type, id: targetId }] : []));
  const bought = await itemAnswers(ctx, fan, asked);
  return new Map(
    kept.flatMap((row) => {
      const performer = people.get(row.performerId);
      if (!performer) return [];
      const item = row.status === 'success' ? (bought.get(row.targetId) ?? null) : null;
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

/** A fan's purchases. Those refunded, and those whose performer's page is closed to her, come without the item. */
export function searchPurchases(ctx: Context, fan: Actor, client: Client, query: Parsed<Contract>['query']): Promise<Result<Contract>> {
  const { type, performerId } = query;
  const source = ctx.db
    .select({ id: charges.id, createdAt: charges.createdAt, updatedAt: charges.updatedAt, price: charges.priceCents })
    .from(charges)
    .where(
      and(
        eq(charges.userId, fan.id),
        type === undefined ? inArray(charges.type, [...unlockTypes]) : eq(charges.type, type),
        performerId === undefined ? undefined : eq(charges.performerId, performerId),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => purchasesById(ctx, fan, visitorOf(fan, client), ids));
}

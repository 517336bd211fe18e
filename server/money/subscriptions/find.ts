/** Searching subscriptions: the fan's, the performer's subscribers, and all of them for operators. */
import { and, eq } from 'drizzle-orm';
import type adminContract from '@contract/money/admin-money';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { subscriptions } from '../../platform/db/schema/subscriptions';
import { anyNameMatches } from '../../people/people/name-search';
import { subscriptionResponses, type SubscriptionViewer, type SubscriptionResponse } from './rows';

type SearchQuery = Parsed<(typeof adminContract)['GET /admin/subscriptions/search']>['query'];

/** Subscriptions that match, with the fields that `viewer` may see. */
export function searchSubscriptions(ctx: Context, viewer: SubscriptionViewer, query: SearchQuery): Promise<Page<SubscriptionResponse>> {
  const { id, createdAt, updatedAt, expiresAt, priceCents, type, status, userId, performerId } = subscriptions;
  const { subscriptionType, status: state, userId: fan, performerId: performer } = query;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, expiredAt: expiresAt, price: priceCents })
    .from(subscriptions)
    .where(
      and(
        anyNameMatches(ctx, query.q, { user: userId, performer: performerId, userId: fan, performerId: performer }),
        subscriptionType === undefined ? undefined : eq(type, subscriptionType),
        state === undefined ? undefined : eq(status, state),
        fan === undefined ? undefined : eq(userId, fan),
        performer === undefined ? undefined : eq(performerId, performer),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => subscriptionResponses(ctx, ids, viewer));
}

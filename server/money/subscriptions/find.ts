/** Subscriptions in lists: the fan's own, the performer's subscribers, and all for operators. */
import { and, eq } from 'drizzle-orm';
import type adminContract from '@contract/money/admin-money';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import type { Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { subscriptions } from '../../platform/db/schema/schema';
import { namedLike } from '../../modules/people/people';
import { subscriptionAnswers, type Reader, type SubscriptionAnswer } from './rows';

type SearchQuery = Parsed<(typeof adminContract)['GET /admin/subscriptions/search']>['query'];

/** Subscriptions that match, as `reader` may see them. */
export function searchSubscriptions(ctx: Context, reader: Reader, query: SearchQuery): Promise<Page<SubscriptionAnswer>> {
  const { id, createdAt, updatedAt, expiresAt, priceCents, type, status, userId, performerId } = subscriptions;
  const { subscriptionType, status: state, userId: fan, performerId: performer } = query;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, expiredAt: expiresAt, price: priceCents })
    .from(subscriptions)
    .where(
      and(
        namedLike(ctx, query.q, { user: userId, performer: performerId, userId: fan, performerId: performer }),
        subscriptionType === undefined ? undefined : eq(type, subscriptionType),
        state === undefined ? undefined : eq(status, state),
        fan === undefined ? undefined : eq(userId, fan),
        performer === undefined ? undefined : eq(performerId, performer),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => subscriptionAnswers(ctx, ids, reader));
}

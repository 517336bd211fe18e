/** Which items others may find: the SQL conditions of public lists, of search and of single items. */
import { and, eq, gt, is, isNotNull, isNull, ne, or, SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Audience, ItemState } from '@contract/kernel/values/content';
import { escapeLike } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { items } from '../../platform/db/schema/content';
import { closedPerformers, performerListings } from '../../platform/db/schema/performers';
import type { QueryTime } from '../entitlements/entitlements';
import { previewOf } from '../entitlements/teaser-text';
import { searchable, searchableQuery } from '../../platform/words/searchable';
import { notBlocked, notBlockedInCountry, type Visitor, type VisitorPlaceholders } from '../../people/blocking/blocking';

/** The condition that the page of `performer`, a column of ids, is open to the visitor. */
export const hasOpenPage = (performer: PgColumn, visitor: Visitor): SQL | undefined =>
  and(
    sql`exists (select 1 from ${performerListings} where ${performerListings.performerId} = ${performer})`,
    notBlocked(performer, visitor.accountId),
    notBlockedInCountry(performer, visitor.country),
  );

/** The same for listed items. It does not check each performer separately, so it is suitable for very many rows. */
export const listedHasOpenPage = (performer: PgColumn, visitor: VisitorPlaceholders): SQL | undefined =>
  and(
    sql`${performer} not in (select ${closedPerformers.performerId} from ${closedPerformers})`,
    notBlocked(performer, visitor.accountId),
    notBlockedInCountry(performer, visitor.country),
  );

/** `hasOpenPage` for purchases: a performer's deleted account does not end a buyer's access. */
export const hasOpenOrDeletedPage = (performer: PgColumn, visitor: Visitor): SQL | undefined =>
  or(
    hasOpenPage(performer, visitor),
    and(
      sql`exists (select 1 from ${accounts} gone where gone.id = ${performer} and gone.status in ('deleting', 'deleted'))`,
      notBlocked(performer, visitor.accountId),
    ),
  );

/** The condition that an item is published and not expired. */
export const publishedItems = (moment: QueryTime): SQL | undefined =>
  and(eq(items.isListed, true), or(isNull(items.expiresAt), gt(items.expiresAt, is(moment, SQL) ? moment : moment.clock.now())));

/** The condition that buyers keep access to an item: no operator hides it, and no one in it declined to be shown. */
export const isOpenToBuyers = (): SQL | undefined => and(isNull(items.hiddenAt), ne(items.consent, 'refused'));

/**
 * The condition that those who bought the item or its gallery at `boughtAt` keep access: it was published, and not deleted before the
 * purchase.
 */
export const isOpenToBuyersSince = (boughtAt: Date): SQL | undefined =>
  and(isOpenToBuyers(), isNotNull(items.publishedAt), or(isNull(items.deletedAt), gt(items.deletedAt, boughtAt)));

/**
 * The condition that a visitor finds an item in lists: published, not expired, by a performer with an open page, and not blocked for the
 * visitor or their country. Locked items are included; they are sent locked.
 */
export const visibleItems = (moment: QueryTime, visitor: VisitorPlaceholders): SQL | undefined =>
  and(publishedItems(moment), listedHasOpenPage(items.performerId, visitor));

/** The condition that an item belongs to the performer and is not deleted. */
export const ownItems = (performerId: string): SQL | undefined => and(eq(items.performerId, performerId), isNull(items.deletedAt));

type StateColumns = Pick<
  typeof items.$inferSelect,
  'status' | 'readiness' | 'isListed' | 'scheduledAt' | 'expiresAt' | 'hiddenAt' | 'consent'
>;

const stateByConsent = { awaited: 'awaiting-consent', refused: 'consent-refused' } as const;

/** The derived state of an item. */
export function stateOf({ status, readiness, scheduledAt, expiresAt, hiddenAt, consent }: StateColumns, now: Date): ItemState {
  if (hiddenAt !== null) return 'hidden';
  if (status !== 'active') return status;
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (readiness !== 'ready') return readiness;
  if (consent !== 'given') return stateByConsent[consent];
  return scheduledAt !== null && scheduledAt > now ? 'scheduled' : 'published';
}

/** The same as an SQL condition, for owners' lists. */
export function inState(state: ItemState, now: Date): SQL | undefined {
  return state === 'hidden' ? isNotNull(items.hiddenAt) : and(isNull(items.hiddenAt), inUnhiddenState(state, now));
}

function inUnhiddenState(state: Exclude<ItemState, 'hidden'>, now: Date): SQL | undefined {
  const isActive = and(eq(items.status, 'active'), or(isNull(items.expiresAt), gt(items.expiresAt, now)));
  const isReady = and(isActive, eq(items.readiness, 'ready'));
  const isAhead = sql`${items.scheduledAt} is not null and ${items.scheduledAt} > ${now}`;
  switch (state) {
    case 'draft':
    case 'inactive':
      return eq(items.status, state);
    case 'expired':
      return and(eq(items.status, 'active'), sql`${items.expiresAt} <= ${now}`);
    case 'processing':
    case 'failed':
      return and(isActive, eq(items.readiness, state));
    case 'awaiting-consent':
      return and(isReady, eq(items.consent, 'awaited'));
    case 'consent-refused':
      return and(isReady, eq(items.consent, 'refused'));
    case 'scheduled':
      return and(isReady, eq(items.consent, 'given'), isAhead);
    case 'published':
      return and(isReady, eq(items.consent, 'given'), sql`not (${isAhead})`);
  }
}

/** The search text of an item: title, tags, and the part of its text that everyone may read. */
export function searchTextOf({ title, body, tags, audience }: { title: string; body: string; tags: string[]; audience: Audience }): string {
  return searchable([title, ...tags, audience === 'public' ? body : previewOf(body)].join(' '));
}

const hasWords = (typed: string): SQL => sql`to_tsvector('simple', ${items.searchText}) @@ plainto_tsquery('simple', ${typed})`;
const containsText = (typed: string): SQL => sql`${items.searchText} like ${`%${escapeLike(typed)}%`}`;

/**
 * The condition that an item matches a search text: by word, by part of a word, or with a typo. It scans items, so use it for the items
 * of one performer or of followed performers. `searchByText` searches all items.
 */
export function matchesText(q: string): SQL {
  const typed = searchableQuery(q);
  if (typed === '') return sql`false`;
  return sql`(${containsText(typed)} or ${typed} <% ${items.searchText} or ${hasWords(typed)})`;
}

/** How closely an item matches in `matchesText`: 0 by word, 1 by part of a word, 2 by similarity. */
export function matchRank(q: string): SQL<number> {
  const typed = searchableQuery(q);
  return sql<number>`case when ${hasWords(typed)} then 0 when ${containsText(typed)} then 1 else 2 end`;
}

/** Which items others may find: the conditions of every public list, of search and of one item by itself. */
import { and, eq, gt, is, isNotNull, isNull, or, SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Audience, ItemState } from '@contract/values';
import { literal } from '../../platform/db/paging';
import { accounts, closedPerformers, items, performerListings } from '../../platform/db/schema/schema';
import type { Moment } from '../../entitlements/entitlements';
import { openingOf } from '../../entitlements/opening';
import { searchable, typedWords } from '../../platform/words/searchable';
import { notBlocked, openToCountry, type Visitor, type VisitorToCome } from '../../people/blocking/blocking';

/** The condition that the page of `performer`, a column of ids, is open to this visitor. */
export const openPageOf = (performer: PgColumn, visitor: Visitor): SQL | undefined =>
  and(
    sql`exists (select 1 from ${performerListings} where ${performerListings.performerId} = ${performer})`,
    notBlocked(performer, visitor.accountId),
    openToCountry(performer, visitor.country),
  );

/** The same of whom something is listed: for conditions that hold for very many rows, since it looks at none of them apart. */
export const openPageOfListed = (performer: PgColumn, visitor: VisitorToCome): SQL | undefined =>
  and(
    sql`${performer} not in (select ${closedPerformers.performerId} from ${closedPerformers})`,
    notBlocked(performer, visitor.accountId),
    openToCountry(performer, visitor.country),
  );

/** The same as `openPageOf` for what a visitor has bought: those who have left the site close nothing to her that she did not close before. */
export const openOrLeft = (performer: PgColumn, visitor: Visitor): SQL | undefined =>
  or(
    openPageOf(performer, visitor),
    and(
      sql`exists (select 1 from ${accounts} gone where gone.id = ${performer} and gone.status in ('deleting', 'deleted'))`,
      notBlocked(performer, visitor.accountId),
    ),
  );

/** The condition that an item is published and not over. */
export const publishedItems = (moment: Moment): SQL | undefined =>
  and(eq(items.isListed, true), or(isNull(items.expiresAt), gt(items.expiresAt, is(moment, SQL) ? moment : moment.clock.now())));

/** The condition that somebody who bought it, or the gallery around it, at this moment keeps an item: it was published, not deleted before, and no operator hides it. */
export const keptSince = (boughtAt: Date): SQL | undefined =>
  and(isNull(items.hiddenAt), isNotNull(items.publishedAt), or(isNull(items.deletedAt), gt(items.deletedAt, boughtAt)));

/**
 * The condition that this visitor finds an item in lists: published, not over, by somebody with an open page, and with no
 * block and no closed country in between. Locked items are found too: they travel locked.
 */
export const shownItems = (moment: Moment, visitor: VisitorToCome): SQL | undefined =>
  and(publishedItems(moment), openPageOfListed(items.performerId, visitor));

/** The condition that an item belongs to the performer and is not deleted. */
export const ownItems = (performerId: string): SQL | undefined => and(eq(items.performerId, performerId), isNull(items.deletedAt));

type Told = Pick<typeof items.$inferSelect, 'status' | 'readiness' | 'isListed' | 'scheduledAt' | 'expiresAt' | 'hiddenAt'>;

/** Where an item is, in one word. */
export function stateOf({ status, readiness, scheduledAt, expiresAt, hiddenAt }: Told, now: Date): ItemState {
  if (hiddenAt !== null) return 'hidden';
  if (status !== 'active') return status;
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  if (readiness !== 'ready') return readiness;
  return scheduledAt !== null && scheduledAt > now ? 'scheduled' : 'published';
}

/** The same as a condition, for lists of own items. */
export function inState(state: ItemState, now: Date): SQL | undefined {
  return state === 'hidden' ? isNotNull(items.hiddenAt) : and(isNull(items.hiddenAt), unlessHidden(state, now));
}

function unlessHidden(state: Exclude<ItemState, 'hidden'>, now: Date): SQL | undefined {
  const isLive = and(eq(items.status, 'active'), or(isNull(items.expiresAt), gt(items.expiresAt, now)));
  const isAhead = sql`${items.scheduledAt} is not null and ${items.scheduledAt} > ${now}`;
  switch (state) {
    case 'draft':
    case 'inactive':
      return eq(items.status, state);
    case 'expired':
      return and(eq(items.status, 'active'), sql`${items.expiresAt} <= ${now}`);
    case 'processing':
    case 'failed':
      return and(isLive, eq(items.readiness, state));
    case 'scheduled':
      return and(isLive, eq(items.readiness, 'ready'), isAhead);
    case 'published':
      return and(isLive, eq(items.readiness, 'ready'), sql`not (${isAhead})`);
  }
}

/** What an item is found by: title, tags, and so much of its text as everybody may read. */
export function searchTextOf({ title, body, tags, audience }: { title: string; body: string; tags: string[]; audience: Audience }): string {
  return searchable([title, ...tags, audience === 'public' ? body : openingOf(body)].join(' '));
}

/**
 * The condition that an item is found by what somebody typed: its words, a part of them, or with a typing error. It is read
 * from item to item: for the items of one performer, or of those whom somebody follows. Those of all are found by `typedItems`.
 */
export function foundBy(q: string): SQL {
  const typed = typedWords(q);
  if (typed === '') return sql`false`;
  const inside = `%${literal(typed)}%`;
  return sql`(${items.searchText} like ${inside} or ${typed} <% ${items.searchText} or to_tsvector('simple', ${items.searchText}) @@ plainto_tsquery('simple', ${typed}))`;
}

/**
 * Item rows with the viewer's relation to them, in one query for any number of items, and the part of the API response that all kinds
 * share. A photo in a gallery has the access rules of the gallery.
 */
import { and, eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Right } from '@contract/kernel/rights';
import type { Audience, Consent, ReactionAction } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { preparedSelect } from '../../platform/db/prepared';
import { accounts } from '../../platform/db/schema/accounts';
import { appearances, releases } from '../../platform/db/schema/consent';
import { feeds, items, photos } from '../../platform/db/schema/content';
import { reactions } from '../../platform/db/schema/responses';
import { decideEntitlement, viewerRelationColumns, type Entitlement, type QueryTime, type ViewerId } from '../entitlements/entitlements';
import { previewOf } from '../entitlements/teaser-text';
import { filesById } from '../../platform/media/claims';
import { fileResponse, type FileResponse, type FileRow } from '../../platform/media/files';
import { cardsById } from '../../people/performers/rows';
import { hasRight } from '../../platform/rights';
import { hasOpenPage, stateOf } from './visible';

/** The viewer: an account with its permissions, or a guest. */
export type ItemViewer = { id: string; rights: readonly Right[] } | null;

const parentGallery = alias(items, 'galleries_of');

const hasReacted = (action: ReactionAction, viewerId: ViewerId): SQL<boolean> =>
  viewerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from ${reactions} where ${reactions.accountId} = ${viewerId} and ${reactions.objectId} = ${items.id} and ${reactions.action} = ${action} and ${reactions.objectType} = ${items.kind})`;

/** A person shown in an item, or in its gallery. */
interface ShownPersonRow {
  id: string;
  itemId: string;
  personId: string | null;
  releaseId: string | null;
  releaseName: string | null;
  consent: Consent;
}

const peopleIn = sql<ShownPersonRow[] | null>`(select json_agg(json_build_object('id', a.id, 'itemId', a.item_id, 'personId', a.person_id,
    'releaseId', a.release_id, 'releaseName', r.name, 'consent', a.consent) order by a.ordering, a.id)
  from ${appearances} a left join ${releases} r on r.id = a.release_id
  where a.item_id in (${items.id}, ${photos.galleryId}) and a.removed_at is null and (a.person_id is not null or a.release_id is not null))`;

const selectItemsFor = (db: Db, moment: QueryTime, viewerId: ViewerId) =>
  db
    .select({
      ...getTableColumns(items),
      galleryId: photos.galleryId,
      galleryIsListed: parentGallery.isListed,
      galleryExpiresAt: parentGallery.expiresAt,
      galleryHiddenAt: parentGallery.hiddenAt,
      galleryConsent: parentGallery.consent,
      /** People shown in it, or in its gallery; null if no one is named. */
      people: peopleIn.as('people'),
      /** The audience and price that apply: the item's, or those of its gallery. */
      termsAudience: sql<Audience>`coalesce(${parentGallery.audience}, ${items.audience})`.as('terms_audience'),
      termsPriceCents: sql<string | null>`coalesce(${parentGallery.priceCents}, ${items.priceCents})`.as('terms_price_cents'),
      ...viewerRelationColumns(
        moment,
        { performer: items.performerId, item: sql`coalesce(${photos.galleryId}, ${items.id})`, photo: photos.itemId },
        viewerId,
      ),
      isLiked: hasReacted('like', viewerId).as('is_liked'),
      isBookmarked: hasReacted('bookmark', viewerId).as('is_bookmarked'),
      /** Columns of posts. */
      feed: getTableColumns(feeds),
    })
    .from(items)
    .leftJoin(feeds, eq(feeds.itemId, items.id))
    .leftJoin(photos, eq(photos.itemId, items.id))
    .leftJoin(parentGallery, eq(parentGallery.id, photos.galleryId))
    .$dynamic();

/** Item rows as the viewer sees them. Add a `where` to the query. */
export const selectItems = (ctx: Context, viewer: ItemViewer) => selectItemsFor(ctx.db, ctx, viewer?.id ?? null);
export type ViewableItem = Awaited<ReturnType<typeof selectItems>>[number];

const now = sql`${sql.placeholder('now')}::timestamptz`;
const hasRequestedId = sql`${items.id} = any(${sql.placeholder('ids')}::uuid[])`;
const itemsForGuest = preparedSelect<{ ids: readonly string[] }, ViewableItem[]>('items_for_guest', (db) =>
  selectItemsFor(db, now, null).where(hasRequestedId),
);
const itemsForMember = preparedSelect<{ ids: readonly string[]; viewerId: string; now: string }, ViewableItem[]>('items_for_member', (db) =>
  selectItemsFor(db, now, sql.placeholder('viewerId')).where(hasRequestedId),
);

/** Items by id as the viewer sees them. Missing ids are left out. */
export async function itemsForViewer(ctx: Context, viewer: ItemViewer, ids: readonly string[]): Promise<ViewableItem[]> {
  if (ids.length === 0) return [];
  if (viewer === null) return itemsForGuest(ctx.db, { ids });
  return itemsForMember(ctx.db, { ids, viewerId: viewer.id, now: ctx.clock.now().toISOString() });
}

/** Whether the viewer is one of the people shown in the item, or in its gallery. */
export const isShownIn = (viewer: Pick<NonNullable<ItemViewer>, 'id'> | null, { people }: Pick<ViewableItem, 'people'>): boolean =>
  viewer !== null && people !== null && people.some(({ personId }) => personId === viewer.id);

/** The viewer's entitlement to an item that they may know of. People shown in it see it without paying. */
export const entitlementOf = (viewer: ItemViewer, row: ViewableItem): Exclude<Entitlement, { state: 'closed' }> =>
  isShownIn(viewer, row)
    ? { state: 'open' }
    : decideEntitlement(viewer, { performerId: row.performerId, audience: row.termsAudience }, row);

/** Whether the viewer manages the item: its owner, and operators. */
export const isOwnerOrModerator = (viewer: ItemViewer, { performerId }: Pick<ViewableItem, 'performerId'>): boolean =>
  viewer !== null && (viewer.id === performerId || hasRight(viewer, 'content.moderate'));

/** The ids of those people whose page the viewer may see, in their country if it is known. */
export async function openPages(
  ctx: Context,
  viewer: ItemViewer,
  country: string | null,
  personIds: readonly string[],
): Promise<Set<string>> {
  if (personIds.length === 0) return new Set();
  const visitor = hasRight(viewer, 'content.moderate') ? { accountId: null, country: null } : { accountId: viewer?.id ?? null, country };
  const rows = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, [...new Set(personIds)]), hasOpenPage(accounts.id, visitor)));
  return new Set(rows.map(({ id }) => id));
}

/** The shared part of the API responses, by item id. One query besides the rows, and one more if people are named. */
export async function baseResponses(ctx: Context, viewer: ItemViewer, rows: readonly ViewableItem[], country: string | null = null) {
  const personIds = rows.flatMap(({ people }) => people?.flatMap(({ personId }) => personId ?? []) ?? []);
  const cards = await cardsById(ctx, viewer?.id ?? null, [...new Set([...rows.map(({ performerId }) => performerId), ...personIds])]);
  const visiblePersonIds = await openPages(ctx, viewer, country, personIds);
  const now = ctx.clock.now();
  return new Map(
    rows.flatMap((row) => {
      const performer = cards.get(row.performerId);
      if (!performer) return [];
      const entitlement = entitlementOf(viewer, row);
      const isLocked = entitlement.state === 'locked';
      const people = row.people?.filter(({ itemId }) => itemId === row.id) ?? [];
      const isManager = isOwnerOrModerator(viewer, row);
      const agreed = people.flatMap(({ personId, consent }) => (consent === 'accepted' && personId !== null ? [personId] : []));
      const shownBody = isLocked ? previewOf(row.body) : row.body;
      return [
        [
          row.id,
          {
            isLocked,
            // Each kind assigns its fields to this object. Spreading it into a literal with as many fields again is a hundred times slower.
            shared: {
              _id: row.id,
              slug: row.slug ?? row.id,
              title: row.title,
              status: row.status,
              state: stateOf(row, now),
              tags: row.tags,
              scheduledAt: row.scheduledAt,
              expiresAt: row.expiresAt,
              publishedAt: row.publishedAt,
              performer,
              totalSold: isManager ? row.sales : null,
              participants: agreed.flatMap((id) => (isManager || visiblePersonIds.has(id) ? (cards.get(id) ?? []) : [])),
              people: isManager
                ? people.map(({ id, personId, releaseId, releaseName, consent }) => ({
                    _id: id,
                    consent,
                    person: personId === null ? null : (cards.get(personId) ?? null),
                    release: releaseId === null ? null : { _id: releaseId, name: releaseName ?? '' },
                  }))
                : null,
              audience: row.termsAudience,
              isSale: row.termsAudience === 'paid',
              price: row.termsPriceCents === null ? null : BigInt(row.termsPriceCents),
              isLocked,
              unlock: entitlement.state === 'locked' ? entitlement.unlock : [],
              isLiked: row.isLiked,
              isBookmarked: row.isBookmarked,
              isBought: row.isBought,
              isSubscribed: row.isSubscribed,
              isFollowed: row.isFollowed,
              createdAt: row.createdAt,
              updatedAt: row.updatedAt,
            },
            preview: { text: shownBody, isCut: shownBody.length < row.body.length },
            stats: { likes: row.likes, bookmarks: row.bookmarks, comments: row.comments, views: row.views },
          },
        ] as const,
      ];
    }),
  );
}

/** Returns a file of an item by id: with URLs if it is open, without if it is locked. */
export type FileResolver = (id: string | null, isLocked: boolean) => FileResponse | null;

/** Loads files by id for API responses: those that are not in `known`, in one query. */
export async function filesFor(
  ctx: Context,
  viewer: ItemViewer,
  ids: readonly (string | null)[],
  known: readonly FileRow[] = [],
): Promise<FileResolver & { row(id: string): FileRow | undefined }> {
  const rows = new Map(known.map((row) => [row.id, row]));
  const missing = ids.filter((id) => id !== null && !rows.has(id)) as string[];
  for (const [id, row] of await filesById(ctx, missing)) rows.set(id, row);
  const resolve: FileResolver = (id, isLocked) => {
    const row = id === null ? undefined : rows.get(id);
    return row ? fileResponse(ctx, row, viewer, isLocked ? 'locked' : 'open') : null;
  };
  return Object.assign(resolve, { row: (id: string) => rows.get(id) });
}

/**
 * The rows of items with what the viewer is to them, in one query however many there are, and the part of an answer that all
 * kinds share. A photo in a gallery has the gallery's terms.
 */
import { eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Right } from '@contract/kernel/rights';
import type { Audience, ReactionAction } from '@contract/values';
import type { Context } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { preparedSelect } from '../../platform/db/prepared';
import { feeds, items, photos, reactions } from '../../platform/db/schema/schema';
import { judge, standingOf, type Entitlement, type Moment, type ViewerId } from '../../entitlements/entitlements';
import { openingOf } from '../../entitlements/opening';
import { filesById } from '../../platform/media/claims';
import { fileAnswer, type FileAnswer, type FileRow } from '../../platform/media/files';
import { cardsById } from '../performers/performers';
import { mayDo } from '../../platform/rights';
import { stateOf } from '../../content/items/visible';

/** Who looks: an account with its rights, or a guest. */
export type Reader = { id: string; rights: readonly Right[] } | null;

const galleriesOf = alias(items, 'galleries_of');

const hasReacted = (action: ReactionAction, readerId: ViewerId): SQL<boolean> =>
  readerId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from ${reactions} where ${reactions.accountId} = ${readerId} and ${reactions.objectId} = ${items.id} and ${reactions.action} = ${action} and ${reactions.objectType} = ${items.kind})`;

const selectItemsFor = (db: Db, moment: Moment, readerId: ViewerId) =>
  db
    .select({
      ...getTableColumns(items),
      galleryId: photos.galleryId,
      galleryIsListed: galleriesOf.isListed,
      galleryExpiresAt: galleriesOf.expiresAt,
      galleryHiddenAt: galleriesOf.hiddenAt,
      /** Whose terms hold: its own, or those of its gallery. */
      termsAudience: sql<Audience>`coalesce(${galleriesOf.audience}, ${items.audience})`.as('terms_audience'),
      termsPriceCents: sql<string | null>`coalesce(${galleriesOf.priceCents}, ${items.priceCents})`.as('terms_price_cents'),
      ...standingOf(moment, { performer: items.performerId, item: sql`coalesce(${photos.galleryId}, ${items.id})` }, readerId),
      isLiked: hasReacted('like', readerId).as('is_liked'),
      isBookmarked: hasReacted('bookmark', readerId).as('is_bookmarked'),
      /** What posts alone have. */
      feed: getTableColumns(feeds),
    })
    .from(items)
    .leftJoin(feeds, eq(feeds.itemId, items.id))
    .leftJoin(photos, eq(photos.itemId, items.id))
    .leftJoin(galleriesOf, eq(galleriesOf.id, photos.galleryId))
    .$dynamic();

/** The row of an item as this reader meets it; to be narrowed with `where`. */
export const selectItems = (ctx: Context, reader: Reader) => selectItemsFor(ctx.db, ctx, reader?.id ?? null);
export type MetItem = Awaited<ReturnType<typeof selectItems>>[number];

const now = sql`${sql.placeholder('now')}::timestamptz`;
const named = sql`${items.id} = any(${sql.placeholder('ids')}::uuid[])`;
const metByGuest = preparedSelect<{ ids: readonly string[] }, MetItem[]>('items_met_by_guest', (db) =>
  selectItemsFor(db, now, null).where(named),
);
const metByMember = preparedSelect<{ ids: readonly string[]; readerId: string; now: string }, MetItem[]>('items_met', (db) =>
  selectItemsFor(db, now, sql.placeholder('readerId')).where(named),
);

/** Items by id as the reader meets them; who does not exist is left out. */
export async function metItems(ctx: Context, reader: Reader, ids: readonly string[]): Promise<MetItem[]> {
  if (ids.length === 0) return [];
  if (reader === null) return metByGuest(ctx.db, { ids });
  return metByMember(ctx.db, { ids, readerId: reader.id, now: ctx.clock.now().toISOString() });
}

/** What the reader may do with a row that she may know of. */
export const entitlementOf = (reader: Reader, row: MetItem): Exclude<Entitlement, { state: 'closed' }> =>
  judge(reader, { performerId: row.performerId, audience: row.termsAudience }, row);

/** Whether the reader runs the item: its owner, and operators. */
export const runs = (reader: Reader, { performerId }: Pick<MetItem, 'performerId'>): boolean =>
  reader !== null && (reader.id === performerId || mayDo(reader, 'content.moderate'));

/** What the answers of all kinds share, by id; one query beside the rows. */
export async function baseAnswers(ctx: Context, reader: Reader, rows: readonly MetItem[]) {
  const cards = await cardsById(ctx, reader?.id ?? null, [...new Set(rows.map(({ performerId }) => performerId))]);
  const now = ctx.clock.now();
  return new Map(
    rows.flatMap((row) => {
      const performer = cards.get(row.performerId);
      if (!performer) return [];
      const entitlement = entitlementOf(reader, row);
      const isLocked = entitlement.state === 'locked';
      const shownBody = isLocked ? openingOf(row.body) : row.body;
      return [
        [
          row.id,
          {
            isLocked,
            // Each kind assigns its own to this object: spread into a literal with as many fields again, it costs a hundred times as much.
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
              totalSold: runs(reader, row) ? row.sales : null,
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
            words: { text: shownBody, isCut: shownBody.length < row.body.length },
            stats: { likes: row.likes, bookmarks: row.bookmarks, comments: row.comments, views: row.views },
          },
        ] as const,
      ];
    }),
  );
}

/** Answers files of an item by id: with addresses where it is open, without where it is locked. */
export type FileOf = (id: string | null, isLocked: boolean) => FileAnswer | null;

/** The files named, ready to be answered: those that are not `known`, in one query. */
export async function filesFor(
  ctx: Context,
  reader: Reader,
  ids: readonly (string | null)[],
  known: readonly FileRow[] = [],
): Promise<FileOf & { row(id: string): FileRow | undefined }> {
  const rows = new Map(known.map((row) => [row.id, row]));
  const unknown = ids.filter((id) => id !== null && !rows.has(id)) as string[];
  for (const [id, row] of await filesById(ctx, unknown)) rows.set(id, row);
  const answer: FileOf = (id, isLocked) => {
    const row = id === null ? undefined : rows.get(id);
    return row ? fileAnswer(ctx, row, reader, isLocked ? 'locked' : 'open') : null;
  };
  return Object.assign(answer, { row: (id: string) => rows.get(id) });
}

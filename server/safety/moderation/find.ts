/** Content for operators: one kind at a time, with four queries for any number of items. */
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type moderationContract from '@contract/safety/moderation';
import type { Page } from '@contract/kernel/shapes';
import { type ItemKind } from '@contract/kernel/values/content';
import { moderatedKinds, type ModeratedState, type ModeratedType } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { feeds, items, photos } from '../../platform/db/schema/content';
import { comments } from '../../platform/db/schema/responses';
import { decisions } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import { itemLink } from '../../platform/notification-texts';
import { peopleByIds } from '../../people/people/rows';

type Contract = typeof moderationContract;
type Query = Parsed<Contract['GET /admin/content/:type/search']>['query'];
export type ModeratedResponse = z.output<Contract['POST /admin/content/:type/:id/hide']['response']>;

const titleLengthMax = 120;

interface Row {
  id: string;
  ownerId: string;
  name: string;
  text: string;
  isHidden: boolean;
  isListed: boolean;
  itemKind: ItemKind;
  itemId: string;
  galleryId: string | null;
  ticketsAhead: number | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Tickets sold for the upcoming show of a post. */
const ticketsAhead = sql<number | null>`(select ${items.sales} from ${feeds} f
  where f.item_id = ${items.id} and f.ticket_cents is not null and f.show_outcome is null and f.show_session_id is null)`;

const itemFields = {
  id: items.id,
  ownerId: items.performerId,
  name: items.title,
  text: items.body,
  isHidden: sql<boolean>`${items.hiddenAt} is not null`,
  isListed: items.isListed,
  itemKind: items.kind,
  itemId: items.id,
  galleryId: photos.galleryId,
  ticketsAhead,
  createdAt: items.createdAt,
  updatedAt: items.updatedAt,
};

const commentFields = {
  id: comments.id,
  ownerId: comments.authorId,
  name: sql<string>`''`,
  text: comments.content,
  isHidden: sql<boolean>`${comments.hiddenAt} is not null`,
  isListed: sql<boolean>`true`,
  itemKind: items.kind,
  itemId: items.id,
  galleryId: photos.galleryId,
  ticketsAhead: sql<null>`null`,
  createdAt: comments.createdAt,
  updatedAt: comments.updatedAt,
};

const itemRows = (ctx: Pick<Context, 'db'>, condition: SQL | undefined): Promise<Row[]> =>
  ctx.db.select(itemFields).from(items).leftJoin(photos, eq(photos.itemId, items.id)).where(condition);

const commentRows = (ctx: Pick<Context, 'db'>, condition: SQL | undefined): Promise<Row[]> =>
  ctx.db
    .select(commentFields)
    .from(comments)
    .innerJoin(items, eq(items.id, comments.itemId))
    .leftJoin(photos, eq(photos.itemId, items.id))
    .where(condition);

/** Photos are viewed in their gallery. A photo without a gallery has no page. */
function linkOf({ itemKind, itemId, galleryId }: Row): string | null {
  if (itemKind !== 'photo') return itemLink(itemKind, itemId);
  return galleryId === null ? null : itemLink('gallery', galleryId);
}

const stateOf = ({ isHidden, isListed }: Row): ModeratedState => (isHidden ? 'hidden' : isListed ? 'shown' : 'unpublished');

async function responses(ctx: Context, type: ModeratedType, ids: readonly string[]): Promise<Map<string, ModeratedResponse>> {
  if (ids.length === 0) return new Map();
  const rows =
    type === 'comments'
      ? await commentRows(ctx, inArray(comments.id, [...ids]))
      : await itemRows(ctx, and(inArray(items.id, [...ids]), eq(items.kind, moderatedKinds[type])));
  const people = await peopleByIds(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  const reasons = await ctx.db
    .select({ id: decisions.targetId, reason: decisions.reason })
    .from(decisions)
    .where(and(inArray(decisions.targetId, [...ids]), eq(decisions.action, 'hide'), isNull(decisions.endedAt)))
    .orderBy(decisions.createdAt);
  const hiddenReasons = new Map(reasons.map(({ id, reason }) => [id, reason]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        _id: row.id,
        type,
        owner: people.get(row.ownerId) ?? null,
        state: stateOf(row),
        link: linkOf(row),
        title: Array.from((row.name || row.text).replaceAll(/\s+/g, ' ').trim())
          .slice(0, titleLengthMax)
          .join(''),
        hiddenReason: row.isHidden ? (hiddenReasons.get(row.id) ?? '') : null,
        ticketsAhead: row.ticketsAhead,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      },
    ]),
  );
}

/** Content that is not deleted, locked until the transaction of `tx` ends. Rejects with content_not_found. */
export async function lockContent(tx: Context, type: ModeratedType, id: string): Promise<ModeratedResponse> {
  const [locked] =
    type === 'comments'
      ? await tx.db
          .select({ id: comments.id })
          .from(comments)
          .where(and(eq(comments.id, id), isNull(comments.deletedAt)))
          .for('update')
      : await tx.db
          .select({ id: items.id })
          .from(items)
          .where(and(eq(items.id, id), eq(items.kind, moderatedKinds[type]), isNull(items.deletedAt)))
          .for('update');
  if (!locked) return fail('content_not_found');
  return (await responses(tx, type, [id])).get(id) ?? fail('content_not_found');
}

/** Content that is not deleted, without a lock. Rejects with content_not_found. */
export async function existingContent(ctx: Context, type: ModeratedType, id: string): Promise<ModeratedResponse> {
  const count =
    type === 'comments'
      ? ctx.db.$count(comments, and(eq(comments.id, id), isNull(comments.deletedAt)))
      : ctx.db.$count(items, and(eq(items.id, id), isNull(items.deletedAt)));
  if ((await count) === 0) return fail('content_not_found');
  return (await responses(ctx, type, [id])).get(id) ?? fail('content_not_found');
}

const itemStates: Record<ModeratedState, SQL | undefined> = {
  shown: and(eq(items.isListed, true), isNull(items.hiddenAt)),
  hidden: isNotNull(items.hiddenAt),
  unpublished: and(eq(items.isListed, false), isNull(items.hiddenAt)),
};
const commentStates: Record<ModeratedState, SQL | undefined> = {
  shown: isNull(comments.hiddenAt),
  hidden: isNotNull(comments.hiddenAt),
  unpublished: sql`false`,
};

/** A page of one kind. `q` searches titles, and the text of comments. */
export function searchContent(ctx: Context, type: ModeratedType, { q, state, ownerId, ...query }: Query): Promise<Page<ModeratedResponse>> {
  const source =
    type === 'comments'
      ? ctx.db
          .select({ id: comments.id, createdAt: comments.createdAt, updatedAt: comments.updatedAt })
          .from(comments)
          .where(
            and(
              isNull(comments.deletedAt),
              state === undefined ? undefined : commentStates[state],
              ownerId === undefined ? undefined : eq(comments.authorId, ownerId),
              q === undefined ? undefined : contains(comments.content, q),
            ),
          )
          .as('found')
      : ctx.db
          .select({ id: items.id, createdAt: items.createdAt, updatedAt: items.updatedAt })
          .from(items)
          .where(
            and(
              eq(items.kind, moderatedKinds[type]),
              isNull(items.deletedAt),
              state === undefined ? undefined : itemStates[state],
              ownerId === undefined ? undefined : eq(items.performerId, ownerId),
              q === undefined ? undefined : contains(items.title, q),
            ),
          )
          .as('found');
  return readPage(ctx, query, source, (ids) => responses(ctx, type, ids));
}

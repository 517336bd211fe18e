/**
 * Publishing. An item is listed while others may find it; `relist` alone decides that, keeps the performer's totals in step,
 * and notes when it was published: once, whoever asks how often, and also across a restart.
 */
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ItemKind } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { galleries, items, performers, photos } from '../../platform/db/schema/schema';
import { itemLink } from '../../platform/notification-texts';
import { spread } from '../../people/notifications/notifications';

const totals = {
  feed: 'totalFeeds',
  video: 'totalVideos',
  gallery: 'totalGalleries',
  photo: 'totalPhotos',
  product: 'totalProducts',
} as const satisfies Record<ItemKind, keyof typeof performers>;

const wanted = (now: Date): SQL<boolean> => sql<boolean>`(
  ${items.status} = 'active' and ${items.readiness} = 'ready' and ${items.deletedAt} is null and ${items.hiddenAt} is null
  and (${items.scheduledAt} is null or ${items.scheduledAt} <= ${now}) and (${items.expiresAt} is null or ${items.expiresAt} > ${now})
)`;

interface Turned {
  id: string;
  kind: ItemKind;
  performerId: string;
  isListed: boolean;
  publishedAt: Date | null;
}

async function count(tx: Context, turned: readonly Turned[]): Promise<void> {
  const sums = new Map<string, { kind: ItemKind; performerId: string; by: number }>();
  for (const { kind, performerId, isListed } of turned) {
    const key = `${performerId} ${kind}`;
    const sum = sums.get(key) ?? { kind, performerId, by: 0 };
    sums.set(key, { ...sum, by: sum.by + (isListed ? 1 : -1) });
  }
  // In one order, so that two who publish at once never wait for each other in a circle.
  for (const [, { kind, performerId, by }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (by === 0) continue;
    const total = totals[kind];
    await tx.db
      .update(performers)
      .set({ [total]: sql`${performers[total]} + ${by}` })
      .where(eq(performers.accountId, performerId));
  }
  const pictures = turned.filter(({ kind }) => kind === 'photo').map(({ id }) => id);
  if (pictures.length === 0) return;
  await tx.db
    .update(galleries)
    .set({
      totalPhotos: sql`(select count(*) from ${photos} inner join ${items} on ${items.id} = ${photos.itemId} where ${photos.galleryId} = ${galleries.itemId} and ${items.isListed})`,
    })
    .where(sql`${galleries.itemId} in (select ${photos.galleryId} from ${photos} where ${inArray(photos.itemId, pictures)})`);
}

const news = {
  feed: 'published a new post.',
  video: 'published a new video.',
  gallery: 'published a new gallery.',
  product: 'put something new into the store.',
} as const;

/** Tells followers and subscribers of what is published for the first time; photos come with their gallery. */
async function tellOfNew(tx: Context, now: Date, turned: readonly Turned[]): Promise<void> {
  for (const { id, kind, performerId, isListed, publishedAt } of turned) {
    // What was published before keeps its time; should both be the same moment, the event is the same too.
    if (kind === 'photo' || !isListed || publishedAt?.getTime() !== now.getTime()) continue;
    await spread(tx, {
      type: 'content',
      actorId: performerId,
      performerId,
      audience: 'both',
      text: news[kind],
      link: itemLink(kind, id),
      event: `content:${id}`,
    });
  }
}

/** Lists and unlists what the condition names, in the transaction of `tx`. Answers what turned. */
async function relistWhere(tx: Context, condition: SQL | undefined): Promise<Turned[]> {
  const now = tx.clock.now();
  const should = wanted(now);
  const turned = await tx.db
    .update(items)
    .set({
      isListed: sql`not ${items.isListed}`,
      publishedAt: sql`coalesce(${items.publishedAt}, ${now.toISOString()}::timestamptz)`,
    })
    .where(and(condition, sql`${items.isListed} <> ${should}`))
    .returning({
      id: items.id,
      kind: items.kind,
      performerId: items.performerId,
      isListed: items.isListed,
      publishedAt: items.publishedAt,
    });
  await count(tx, turned);
  await tellOfNew(tx, now, turned);
  return turned;
}

/** Brings an item's listing in step with what it is now. Call it in the transaction of every change to an item. */
export async function relist(tx: Context, itemId: string): Promise<void> {
  await relistAll(tx, [itemId]);
}

/** As `relist`, of several at once. */
export async function relistAll(tx: Context, itemIds: readonly string[]): Promise<void> {
  await relistWhere(tx, inArray(items.id, [...itemIds]));
}

/** Publishes what was scheduled for now or before, and takes down what is over. Answers how many items turned. */
export async function relistDue(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const due = sql`select ${items.id} from ${items} where
    (not ${items.isListed} and ${items.scheduledAt} is not null and ${items.scheduledAt} <= ${now} and ${wanted(now)})
    or (${items.isListed} and ${items.expiresAt} is not null and ${items.expiresAt} <= ${now})
    order by ${items.id} limit ${limits.relistedAtOnce} for no key update skip locked`;
  const turned = await inTransaction(ctx, async (tx) => {
    // What somebody else holds, he lists or unlists himself; and nobody waits for another in a circle.
    const { rows } = await tx.db.execute<{ id: string }>(due);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    // New words of all of them in one order: item by item, two who publish at once could each wait for a word of the other.
    await tx.db.execute(sql`insert into search_words (word)
      select distinct word from ${items}, unnest(words_of(${items.searchText}, ${items.tags})) word
      where ${inArray(items.id, ids)} and ${items.kind} <> 'photo' order by word on conflict do nothing`);
    return relistWhere(tx, inArray(items.id, ids));
  });
  return turned.length === limits.relistedAtOnce ? turned.length + (await relistDue(ctx)) : turned.length;
}

/** Appearances of a person in items and shows, and whether the person consents to each. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type consentContract from '@contract/safety/consent';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Consent, ConsentAnswer, ConsentFilter, ItemKind } from '@contract/kernel/values/content';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { appearances } from '../../platform/db/schema/consent';
import { items, photos } from '../../platform/db/schema/content';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { itemLink } from '../../platform/notification-texts';
import { feedResponses } from '../../content/items/feed-rows';
import { galleryResponses, photoResponses, videoResponses } from '../../content/items/asset-rows';
import { productResponses } from '../../content/items/product-rows';
import { withConsentEvent, type Appearance } from '../../content/items/people';
import { applyAnswer, lockConsentSubject } from './consent-subject';
import { showAppearances, type AppearanceResponse } from './shows';

type Contract = typeof consentContract;
type Query = Parsed<Contract['GET /appearances']>['query'];
type AppearancePage = z.output<Contract['GET /appearances']['response']>;
type ItemResponse = Exclude<AppearanceResponse['item'], { kind: 'show' }>;

const isAppearanceOf = (personId: string) => and(eq(appearances.personId, personId), isNull(appearances.removedAt));

const itemResponsesByKind = {
  feed: feedResponses,
  gallery: galleryResponses,
  photo: photoResponses,
  video: videoResponses,
  product: productResponses,
} as const satisfies Record<ItemKind, (ctx: Context, viewer: Actor, ids: string[]) => Promise<ReadonlyMap<string, ItemResponse>>>;

/** Photos are viewed in their gallery. A photo without a gallery has no page, so its link is null. */
const linkOf = (kind: ItemKind, id: string, galleryId: string | null): string | null =>
  kind === 'photo' ? galleryId && itemLink('gallery', galleryId) : itemLink(kind, id);

async function itemAppearances(ctx: Context, actor: Actor, ids: readonly string[]): Promise<Map<string, AppearanceResponse>> {
  const rows = await ctx.db
    .select({ appearance: appearances, itemId: items.id, kind: items.kind, galleryId: photos.galleryId })
    .from(appearances)
    .innerJoin(items, eq(items.id, appearances.itemId))
    .leftJoin(photos, eq(photos.itemId, items.id))
    .where(inArray(appearances.id, [...ids]));
  const itemsById = new Map<string, ItemResponse>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const itemIds = rows.filter((row) => row.kind === kind).map(({ itemId }) => itemId);
    for (const [id, response] of await itemResponsesByKind[kind](ctx, actor, itemIds)) itemsById.set(id, response);
  }
  return new Map(
    rows.flatMap(({ appearance: { id, consent, version, askedAt, answeredAt }, itemId, kind, galleryId }) => {
      const item = itemsById.get(itemId);
      if (!item) return [];
      return [[id, { _id: id, consent, version, link: linkOf(kind, itemId, galleryId), item, askedAt, answeredAt }] as const];
    }),
  );
}

async function appearanceResponses(ctx: Context, actor: Actor, ids: readonly string[]): Promise<Map<string, AppearanceResponse>> {
  if (ids.length === 0) return new Map();
  return new Map([...(await itemAppearances(ctx, actor, ids)), ...(await showAppearances(ctx, actor, ids))]);
}

const consentsByFilter: Readonly<Record<ConsentFilter, Consent[]>> = {
  asked: ['asked'],
  accepted: ['accepted'],
  refused: ['declined', 'withdrawn'],
};

/** A page of the caller's appearances, ordered by when consent was requested, with the number of unanswered requests. */
export async function searchAppearances(ctx: Context, actor: Actor, { state, ...query }: Query): Promise<AppearancePage> {
  const own = isAppearanceOf(actor.id);
  const source = ctx.db
    .select({ id: appearances.id, createdAt: appearances.askedAt, updatedAt: sql<Date>`${appearances.askedAt}`.as('changed_at') })
    .from(appearances)
    .where(and(own, state === undefined ? undefined : inArray(appearances.consent, consentsByFilter[state])))
    .as('found');
  const page = await readPage(ctx, query, source, (ids) => appearanceResponses(ctx, actor, ids));
  return { ...page, waiting: await ctx.db.$count(appearances, and(own, eq(appearances.consent, 'asked'))) };
}

/** The consent after an answer. Refusing after accepting withdraws it. */
function consentAfter({ consent }: Appearance, answer: Exclude<ConsentAnswer, 'not-me'>): Exclude<Consent, 'asked'> {
  if (answer === 'accept') return 'accepted';
  return consent === 'accepted' || consent === 'withdrawn' ? 'withdrawn' : 'declined';
}

/**
 * Stores the answer of the person shown, syncs the listing of the item or the names of the show, and notifies its owner. Rejects with
 * appearance_not_found, and with appearance_changed if the content has changed since the given version.
 */
export function answerAppearance(
  ctx: Context,
  personId: string,
  id: string,
  { answer, version }: { answer: ConsentAnswer; version: number },
): Promise<{ _id: string; consent: Consent; version: number }> {
  return inTransaction(ctx, async (tx) => {
    const own = and(eq(appearances.id, id), isAppearanceOf(personId));
    const [unlocked] = await tx.db.select().from(appearances).where(own);
    // The item or show is locked before its appearances, as everywhere, to prevent deadlocks.
    const subject = unlocked ? await lockConsentSubject(tx, unlocked) : null;
    const [row] = await tx.db.select().from(appearances).where(own).for('update');
    if (!subject || !row) return fail('appearance_not_found');
    if (row.version !== version) return fail('appearance_changed');
    const event = answer === 'not-me' ? answer : consentAfter(row, answer);
    if (event === row.consent) return { _id: id, consent: row.consent, version };
    const now = tx.clock.now();
    await tx.db
      .update(appearances)
      .set({
        answeredAt: now,
        history: withConsentEvent(tx, row.history, event),
        ...(event === 'not-me' ? { removedAt: now } : { consent: event }),
      })
      .where(eq(appearances.id, id));
    await applyAnswer(tx, subject, row, event);
    return { _id: id, consent: event === 'not-me' ? row.consent : event, version };
  });
}

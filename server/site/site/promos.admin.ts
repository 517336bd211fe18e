/** Promotions as operators manage them. Each change leaves an audit entry in its transaction and applies to the next request. */
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Parsed } from '@contract/kernel/endpoint';
import type { AdminPromo } from '@contract/kernel/entities';
import type promoContract from '@contract/site/promos';
import type { Page } from '@contract/kernel/shapes';
import type { PromoState } from '@contract/kernel/values/promos';
import { audit } from '../../platform/audit/audit';
import { changesOf } from '../../platform/audit/changes';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { files } from '../../platform/db/schema/files';
import { sitePromos } from '../../platform/db/schema/site';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { attachFile, detachFile, fileResponse, removeFile, storeImage, type IncomingFile } from '../../platform/media/files';

type Contract = typeof promoContract;
type Row = typeof sitePromos.$inferSelect;
type Promo = z.output<typeof AdminPromo>;
type Fields = Parsed<Contract['PUT /admin/site-promos/:id']>['body'];
type NewFields = Parsed<Contract['POST /admin/site-promos']>['body'];

function stateOf({ isActive, startsAt, endsAt }: Row, now: Date): PromoState {
  if (!isActive) return 'stopped';
  if (endsAt !== null && endsAt <= now) return 'over';
  return startsAt !== null && startsAt > now ? 'planned' : 'shown';
}

/** The same as SQL conditions; a promotion that is over is not `planned`. */
function hasState(state: PromoState, now: Date): SQL | undefined {
  const { isActive, startsAt, endsAt } = sitePromos;
  const hasEnded = and(isNotNull(endsAt), lte(endsAt, now));
  const isNotOver = or(isNull(endsAt), gt(endsAt, now));
  const conditions = {
    stopped: eq(isActive, false),
    over: and(eq(isActive, true), hasEnded),
    planned: and(eq(isActive, true), isNotOver, gt(startsAt, now)),
    shown: and(eq(isActive, true), isNotOver, or(isNull(startsAt), lte(startsAt, now))),
  } satisfies Record<PromoState, SQL | undefined>;
  return conditions[state];
}

async function promosById(ctx: Context, ids: readonly string[]): Promise<Map<string, Promo>> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .select({ promo: sitePromos, file: files })
    .from(sitePromos)
    .innerJoin(files, eq(files.id, sitePromos.fileId))
    .where(inArray(sitePromos.id, [...ids]));
  return new Map(
    rows.map(({ promo, file }) => {
      const { id, title, description, link, position, ordering, isActive, startsAt, endsAt, createdAt, updatedAt } = promo;
      const fields = { title, description, link, position, ordering, isActive, startsAt, endsAt, createdAt, updatedAt };
      return [id, { _id: id, ...fields, image: fileResponse(ctx, file, null), state: stateOf(promo, now) }];
    }),
  );
}

const promoOf = async (ctx: Context, id: string): Promise<Promo> => (await promosById(ctx, [id])).get(id) ?? fail('site_promo_not_found');

/** A page of matching promotions in any state; `q` searches titles. */
export function searchAllPromos(
  ctx: Context,
  { q, position, state, ...query }: Parsed<Contract['GET /admin/site-promos/search']>['query'],
): Promise<Page<Promo>> {
  const { id, createdAt, updatedAt, ordering, title } = sitePromos;
  const source = ctx.db
    .select({ id, createdAt, updatedAt, ordering, title })
    .from(sitePromos)
    .where(
      and(
        q === undefined ? undefined : contains(title, q),
        position === undefined ? undefined : eq(sitePromos.position, position),
        state === undefined ? undefined : hasState(state, ctx.clock.now()),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => promosById(ctx, ids));
}

function assertTimes({ startsAt, endsAt }: Pick<Row, 'startsAt' | 'endsAt'>): void {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return;
  fail('invalid_request', { issues: [{ path: 'endsAt', message: 'Choose an end after the start.' }] });
}

const storeFile = (ctx: Context, { id: ownerId }: Actor, file: IncomingFile) => storeImage(ctx, { ownerId, type: 'site-image', file });

/** Creates a promotion. Rejects with the errors of `storeImage`, and with invalid_request if it ends before it starts. */
export async function createPromo(ctx: Context, actor: Actor, client: Client, fields: NewFields, image: IncomingFile): Promise<Promo> {
  const { title, position, description = '', link = null, ordering = 0, isActive = true, startsAt = null, endsAt = null } = fields;
  assertTimes({ startsAt, endsAt });
  const { id: fileId } = await storeFile(ctx, actor, image);
  const id = ctx.random.id();
  await inTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const row = { id, title, position, description, link, ordering, isActive, startsAt, endsAt, fileId, createdAt: now, updatedAt: now };
    await tx.db.insert(sitePromos).values(row);
    await attachFile(tx, fileId, { kind: 'promo', id });
    await audit(tx, actor, client, { action: 'promo.create', targetType: 'promo', targetId: id, ...changesOf({}, row) });
  });
  return promoOf(ctx, id);
}

async function lockPromo(tx: Context, id: string): Promise<Row> {
  const [row] = await tx.db.select().from(sitePromos).where(eq(sitePromos.id, id)).for('no key update');
  return row ?? fail('site_promo_not_found');
}

const definedFields = (fields: Fields): Partial<Row> =>
  Object.fromEntries(Object.entries(fields as Record<string, unknown>).filter(([, value]) => value !== undefined));

/**
 * Changes the given fields of a promotion; a replaced image is removed. Rejects with the errors of `createPromo`, and with
 * site_promo_not_found.
 */
export async function changePromo(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  fields: Fields,
  image: IncomingFile | null,
): Promise<Promo> {
  await promoOf(ctx, id);
  const stored = image === null ? null : await storeFile(ctx, actor, image);
  const replaced = await inTransaction(ctx, async (tx) => {
    const before = await lockPromo(tx, id);
    const row: Row = { ...before, ...definedFields(fields), fileId: stored?.id ?? before.fileId, updatedAt: tx.clock.now() };
    assertTimes(row);
    await tx.db.update(sitePromos).set(row).where(eq(sitePromos.id, id));
    if (stored !== null) {
      await attachFile(tx, stored.id, { kind: 'promo', id });
      await detachFile(tx, before.fileId);
    }
    await audit(tx, actor, client, { action: 'promo.change', targetType: 'promo', targetId: id, ...changesOf(before, row) });
    return stored === null ? null : before.fileId;
  });
  if (replaced !== null) await removeFile(ctx, replaced);
  return promoOf(ctx, id);
}

/** Deletes a promotion with its image; the audit log keeps its content. Rejects with site_promo_not_found. */
export async function deletePromo(ctx: Context, actor: Actor, client: Client, id: string): Promise<void> {
  const fileId = await inTransaction(ctx, async (tx) => {
    const before = await lockPromo(tx, id);
    await tx.db.delete(sitePromos).where(eq(sitePromos.id, id));
    await detachFile(tx, before.fileId);
    await audit(tx, actor, client, { action: 'promo.delete', targetType: 'promo', targetId: id, before: changesOf({}, before).after });
    return before.fileId;
  });
  await removeFile(ctx, fileId);
}

/** Messages to many: making them, changing those that wait for their time, and reading them. Sending stands in `mass-send`. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type fansContract from '@contract/talk/fans';
import type { Page } from '@contract/kernel/shapes';
import { vaultTypes } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { massMessageFiles, massMessages } from '../../platform/db/schema/schema';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { claimFiles } from '../../platform/media/claims';
import { assertMayPublish } from '../../modules/items/items';
import { sharedFileUse } from '../../modules/messages/messages';
import { flagPerson } from '../../safety/reports/reports';
import { assertLists, countMeant } from './audience';
import { filesOfMass, lockOwnMass, massAnswer, massAnswers, type MassAnswer } from './mass-rows';
import { beginSending } from './mass-send';

type Contract = typeof fansContract;
type NewMass = Parsed<Contract['POST /mass-messages']>['body'];
type MassChanges = Parsed<Contract['PUT /mass-messages/:id']>['body'];
type MassQuery = Parsed<Contract['GET /mass-messages']>['query'];

/** What goes to whom, and when: at once where no time is named. */
interface Content {
  text: string;
  fileIds: string[];
  priceCents: bigint | null;
  include: string[];
  exclude: string[];
  scheduledAt: Date | null;
}

/** Refuses with message_empty, file_required, schedule_in_past and list_not_found. */
async function assertFit(
  tx: Context,
  performerId: string,
  { text, fileIds, priceCents, scheduledAt, include, exclude }: Content,
): Promise<void> {
  if (priceCents !== null && fileIds.length === 0) failAt('fileIds', 'file_required');
  if (text === '' && fileIds.length === 0) failAt('text', 'message_empty');
  if (scheduledAt !== null && scheduledAt <= tx.clock.now()) failAt('scheduledAt', 'schedule_in_past');
  await assertLists(tx, performerId, [...include, ...exclude]);
}

/** Refuses with file_not_found, file_already_used and file_type_mismatch. */
async function keepFiles(tx: Context, performerId: string, massId: string, fileIds: readonly string[]): Promise<void> {
  const claimed = await claimFiles(tx, { ownerId: performerId, ids: fileIds, types: vaultTypes, usedBy: sharedFileUse(performerId) });
  await tx.db.delete(massMessageFiles).where(eq(massMessageFiles.massId, massId));
  if (claimed.length > 0)
    await tx.db.insert(massMessageFiles).values(claimed.map(({ id: fileId }, ordering) => ({ massId, fileId, ordering })));
}

/** The price that is asked; null for what is free. Refuses with invalid_request what is sold without one. */
function priceOf(isSale: boolean | undefined, price: bigint | null): bigint | null {
  if (isSale === false) return null;
  if (isSale === true && price === null) fail('invalid_request', { issues: [{ path: 'price', message: 'Say what it costs.' }] });
  return price;
}

/**
 * Sends a message to many, at once or at its time, in the transaction of `tx`. Refuses with performer_not_verified, list_not_found,
 * file_not_found, file_already_used, file_type_mismatch, file_required, message_empty and schedule_in_past.
 */
export async function createMass(tx: Context, performer: Actor, { isSale, price, scheduledAt, ...body }: NewMass): Promise<MassAnswer> {
  await assertMayPublish(tx, performer.id);
  const content: Content = { ...body, priceCents: priceOf(isSale, price ?? null), scheduledAt: scheduledAt ?? null };
  await assertFit(tx, performer.id, content);
  const { fileIds, ...columns } = content;
  const [id, now] = [tx.chance.id(), tx.clock.now()];
  await tx.db
    .insert(massMessages)
    .values({ id, performerId: performer.id, ...columns, status: 'scheduled', createdAt: now, updatedAt: now });
  await keepFiles(tx, performer.id, id, fileIds);
  await flagPerson(tx, performer.id, 'a message to many');
  if (content.scheduledAt === null) await beginSending(tx, id);
  return massAnswer(tx, performer, id);
}

/**
 * Changes one that waits for its time; what is not named stays. Without a time it is sent at once. Refuses with
 * mass_message_not_found, already_sent, and as `createMass`.
 */
export async function changeMass(
  ctx: Context,
  performer: Actor,
  id: string,
  { isSale, price, scheduledAt, ...changes }: MassChanges,
): Promise<MassAnswer> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwnMass(tx, performer.id, id);
    if (before.status !== 'scheduled') return fail('already_sent');
    await assertMayPublish(tx, performer.id);
    const kept = ((await filesOfMass(tx, [id])).get(id) ?? []).map((file) => file.id);
    const content: Content = {
      text: changes.text ?? before.text,
      fileIds: changes.fileIds ?? kept,
      priceCents: priceOf(isSale, price ?? before.priceCents),
      include: changes.include ?? before.include,
      exclude: changes.exclude ?? before.exclude,
      scheduledAt: scheduledAt === undefined ? before.scheduledAt : scheduledAt,
    };
    await assertFit(tx, performer.id, content);
    const { fileIds, ...columns } = content;
    await tx.db
      .update(massMessages)
      .set({ ...columns, updatedAt: tx.clock.now() })
      .where(eq(massMessages.id, id));
    await keepFiles(tx, performer.id, id, fileIds);
    await flagPerson(tx, performer.id, 'a message to many');
    if (content.scheduledAt === null) await beginSending(tx, id);
    return massAnswer(tx, performer, id);
  });
}

/** How many a message to these lists would reach. Refuses with list_not_found. */
export async function countReceivers(
  ctx: Context,
  performer: Actor,
  { include, exclude }: Pick<Content, 'include' | 'exclude'>,
): Promise<number> {
  await assertLists(ctx, performer.id, [...include, ...exclude]);
  return countMeant(ctx, { performerId: performer.id, include, exclude, soldFileIds: [] });
}

/** One of the performer's own. Refuses with mass_message_not_found. */
export async function ownMass(ctx: Context, performer: Actor, id: string): Promise<MassAnswer> {
  const isOwn = and(eq(massMessages.id, id), eq(massMessages.performerId, performer.id));
  const [row] = await ctx.db.select({ id: massMessages.id }).from(massMessages).where(isOwn);
  return row ? massAnswer(ctx, performer, id) : fail('mass_message_not_found');
}

/** A page of the performer's own. */
export function listMass(ctx: Context, performer: Actor, query: MassQuery): Promise<Page<MassAnswer>> {
  const source = ctx.db
    .select({ id: massMessages.id, createdAt: massMessages.createdAt, updatedAt: massMessages.updatedAt })
    .from(massMessages)
    .where(and(eq(massMessages.performerId, performer.id), query.status === undefined ? undefined : eq(massMessages.status, query.status)))
    .as('found');
  return readPage(ctx, query, source, (ids) => massAnswers(ctx, performer, ids));
}

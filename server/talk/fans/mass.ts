/** Mass messages: creating, changing scheduled ones, and reading. Sending is in `mass-send`. */
import { and, eq } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type fansContract from '@contract/talk/fans';
import type { Page } from '@contract/kernel/shapes';
import { vaultTypes } from '@contract/kernel/values/messages';
import { inTransaction, type Context } from '../../platform/context';
import { readPage } from '../../platform/db/paging';
import { massMessageFiles, massMessages } from '../../platform/db/schema/messages';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { claimFiles } from '../../platform/media/claims';
import { assertMayPublish } from '../../content/items/publishing-options';
import { sharedFileUse } from '../messages/files';
import { reportFlaggedAuthor } from '../../people/flagging/flagging';
import { assertLists, countRecipients } from './audience';
import { filesOfMass, lockOwnMass, massResponse, massResponses, type MassResponse } from './mass-rows';
import { beginSending } from './mass-send';

type Contract = typeof fansContract;
type NewMass = Parsed<Contract['POST /mass-messages']>['body'];
type MassChanges = Parsed<Contract['PUT /mass-messages/:id']>['body'];
type MassQuery = Parsed<Contract['GET /mass-messages']>['query'];

/** Content, recipients and time of a mass message. It is sent immediately when `scheduledAt` is null. */
interface MassContent {
  text: string;
  fileIds: string[];
  priceCents: bigint | null;
  include: string[];
  exclude: string[];
  scheduledAt: Date | null;
}

/** Rejects with message_empty, file_required, schedule_in_past and list_not_found. */
async function assertValid(
  tx: Context,
  performerId: string,
  { text, fileIds, priceCents, scheduledAt, include, exclude }: MassContent,
): Promise<void> {
  if (priceCents !== null && fileIds.length === 0) failAt('fileIds', 'file_required');
  if (text === '' && fileIds.length === 0) failAt('text', 'message_empty');
  if (scheduledAt !== null && scheduledAt <= tx.clock.now()) failAt('scheduledAt', 'schedule_in_past');
  await assertLists(tx, performerId, [...include, ...exclude]);
}

/** Replaces the files of a mass message. Rejects with file_not_found, file_already_used and file_type_mismatch. */
async function replaceFiles(tx: Context, performerId: string, massId: string, fileIds: readonly string[]): Promise<void> {
  const claimed = await claimFiles(tx, { ownerId: performerId, ids: fileIds, types: vaultTypes, usedBy: sharedFileUse(performerId) });
  await tx.db.delete(massMessageFiles).where(eq(massMessageFiles.massId, massId));
  if (claimed.length > 0)
    await tx.db.insert(massMessageFiles).values(claimed.map(({ id: fileId }, ordering) => ({ massId, fileId, ordering })));
}

/** The price; null when free. Rejects with invalid_request for a sale without a price. */
function priceOf(isSale: boolean | undefined, price: bigint | null): bigint | null {
  if (isSale === false) return null;
  if (isSale === true && price === null) fail('invalid_request', { issues: [{ path: 'price', message: 'Enter a price.' }] });
  return price;
}

/**
 * Creates a mass message and sends it immediately or at its scheduled time, in the transaction of `tx`. Rejects with
 * performer_not_verified, list_not_found, file_not_found, file_already_used, file_type_mismatch, file_required, message_empty and
 * schedule_in_past.
 */
export async function createMass(tx: Context, performer: Actor, { isSale, price, scheduledAt, ...body }: NewMass): Promise<MassResponse> {
  await assertMayPublish(tx, performer.id);
  const content: MassContent = { ...body, priceCents: priceOf(isSale, price ?? null), scheduledAt: scheduledAt ?? null };
  await assertValid(tx, performer.id, content);
  const { fileIds, ...columns } = content;
  const [id, now] = [tx.random.id(), tx.clock.now()];
  await tx.db
    .insert(massMessages)
    .values({ id, performerId: performer.id, ...columns, status: 'scheduled', createdAt: now, updatedAt: now });
  await replaceFiles(tx, performer.id, id, fileIds);
  await reportFlaggedAuthor(tx, performer.id, 'Mass message');
  if (content.scheduledAt === null) await beginSending(tx, id);
  return massResponse(tx, performer, id);
}

/**
 * Changes a scheduled mass message. Absent fields stay unchanged. Without a time it is sent immediately. Rejects with
 * mass_message_not_found, already_sent, and as `createMass` does.
 */
export async function changeMass(
  ctx: Context,
  performer: Actor,
  id: string,
  { isSale, price, scheduledAt, ...changes }: MassChanges,
): Promise<MassResponse> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockOwnMass(tx, performer.id, id);
    if (before.status !== 'scheduled') return fail('already_sent');
    await assertMayPublish(tx, performer.id);
    const currentFileIds = ((await filesOfMass(tx, [id])).get(id) ?? []).map((file) => file.id);
    const content: MassContent = {
      text: changes.text ?? before.text,
      fileIds: changes.fileIds ?? currentFileIds,
      priceCents: priceOf(isSale, price ?? before.priceCents),
      include: changes.include ?? before.include,
      exclude: changes.exclude ?? before.exclude,
      scheduledAt: scheduledAt === undefined ? before.scheduledAt : scheduledAt,
    };
    await assertValid(tx, performer.id, content);
    const { fileIds, ...columns } = content;
    await tx.db
      .update(massMessages)
      .set({ ...columns, updatedAt: tx.clock.now() })
      .where(eq(massMessages.id, id));
    await replaceFiles(tx, performer.id, id, fileIds);
    await reportFlaggedAuthor(tx, performer.id, 'Mass message');
    if (content.scheduledAt === null) await beginSending(tx, id);
    return massResponse(tx, performer, id);
  });
}

/** Counts the fans that a message to these lists would reach. Rejects with list_not_found. */
export async function countMassRecipients(
  ctx: Context,
  performer: Actor,
  { include, exclude }: Pick<MassContent, 'include' | 'exclude'>,
): Promise<number> {
  await assertLists(ctx, performer.id, [...include, ...exclude]);
  return countRecipients(ctx, { performerId: performer.id, include, exclude, soldFileIds: [] });
}

/** One of the performer's mass messages. Rejects with mass_message_not_found. */
export async function ownMass(ctx: Context, performer: Actor, id: string): Promise<MassResponse> {
  const isOwn = and(eq(massMessages.id, id), eq(massMessages.performerId, performer.id));
  const [row] = await ctx.db.select({ id: massMessages.id }).from(massMessages).where(isOwn);
  return row ? massResponse(ctx, performer, id) : fail('mass_message_not_found');
}

/** A page of the performer's mass messages. */
export function listMass(ctx: Context, performer: Actor, query: MassQuery): Promise<Page<MassResponse>> {
  const source = ctx.db
    .select({ id: massMessages.id, createdAt: massMessages.createdAt, updatedAt: massMessages.updatedAt })
    .from(massMessages)
    .where(and(eq(massMessages.performerId, performer.id), query.status === undefined ? undefined : eq(massMessages.status, query.status)))
    .as('found');
  return readPage(ctx, query, source, (ids) => massResponses(ctx, performer, ids));
}

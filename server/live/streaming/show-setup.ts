/** What a performer configures for their shows: the public stream, settings for all sessions, the tip menu and the tip goal. */
import { and, eq, exists, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import type { StreamSettings } from '@contract/live/live';
import { centsOf } from '@contract/kernel/values/amounts';
import { type Audience } from '@contract/kernel/values/content';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { streams, streamSessions } from '../../platform/db/schema/streaming';
import { isFreeAudience, rejectPriceUnlessPaid } from '../../content/entitlements/shows';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { reportFlaggedWords } from '../../people/flagging/flagging';
import { publishInfo, streamById, type StreamResponse, type StreamRow } from './rows';

type Settings = z.output<typeof StreamSettings>;

/** The performer's public stream, created on first use. Idempotent. */
export async function ownStream(ctx: Pick<Context, 'db' | 'random' | 'clock'>, performerId: string): Promise<StreamRow> {
  const isPublicOfPerformer = and(eq(streams.performerId, performerId), eq(streams.type, 'public'));
  const [existing] = await ctx.db.select().from(streams).where(isPublicOfPerformer);
  if (existing) return existing;
  const now = ctx.clock.now();
  const ids = { id: ctx.random.id(), conversationId: ctx.random.id() };
  await ctx.db
    .insert(streams)
    .values({ ...ids, performerId, type: 'public', createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  const [created] = await ctx.db.select().from(streams).where(isPublicOfPerformer);
  return created ?? fail('stream_not_found');
}

/** A performer's own stream by its id, locked. Rejects with stream_not_found. */
export async function lockOwnStream(tx: Context, performerId: string, id: string): Promise<StreamRow> {
  const [row] = await tx.db
    .select()
    .from(streams)
    .where(and(eq(streams.id, id), eq(streams.performerId, performerId), eq(streams.type, 'public')))
    .for('no key update');
  return row ?? fail('stream_not_found');
}

/** Rejects with price_out_of_range and a message that names the limits, which are in tokens. */
export function assertPriceWithin(cents: bigint | null, { min, max }: { min: number; max: number }, path: string): bigint {
  if (cents !== null && cents >= (centsOf(min) ?? 0n) && cents <= (centsOf(max) ?? 0n)) return cents;
  const message = `Enter an amount between ${String(min)} and ${String(max)} tokens.`;
  return fail('price_out_of_range', { message, issues: [{ path, message: errors.price_out_of_range[1] }] });
}

/** The requested audience of a show: by name, or by the older `isFree`. */
export interface AudienceInput {
  audience?: Audience | undefined;
  isFree?: boolean | undefined;
}

/** The requested audience. `isFree` alone means subscribers, or paid. Undefined when neither was given. */
export function requestedAudience({ audience, isFree }: AudienceInput): Audience | undefined {
  if (audience !== undefined || isFree === undefined) return audience;
  return isFree ? 'subscribers' : 'paid';
}

/**
 * The entry price of a show in cents; null when it is free. `requested` is the price in the request: a free show rejects one instead of
 * silently dropping it. Rejects with invalid_request and price_out_of_range.
 */
export function entryPrice(audience: Audience, requested: bigint | null | undefined, before: bigint | null = null): bigint | null {
  if (!isFreeAudience(audience)) return assertPriceWithin(requested ?? before, limits.stream.price, 'price');
  rejectPriceUnlessPaid(requested);
  return null;
}

/** The settings for all shows of a performer. */
export async function settingsOf(ctx: Pick<Context, 'db' | 'random' | 'clock'>, performerId: string): Promise<Settings> {
  const { audience, priceCents, isRecording } = await ownStream(ctx, performerId);
  const [privateSettings] = await ctx.db
    .select({
      privateEnabled: performers.privateEnabled,
      privateMinutePrice: performers.privateMinuteCents,
      privateMinimumMinutes: performers.privateMinimumMinutes,
    })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  return { audience, isFree: isFreeAudience(audience), price: priceCents, isRecording, ...(privateSettings ?? fail('stream_not_found')) };
}

/** Changes the settings for all shows. Absent fields stay unchanged. Rejects with price_out_of_range. */
export function changeSettings(
  ctx: Context,
  performerId: string,
  changes: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performerId);
    const before = await lockOwnStream(tx, performerId, id);
    const { price = before.priceCents, isRecording = before.isRecording } = changes;
    const audience = requestedAudience(changes) ?? before.audience;
    const { privateEnabled, privateMinutePrice, privateMinimumMinutes } = changes;
    if (privateMinutePrice !== undefined) assertPriceWithin(privateMinutePrice, limits.privateShow.minutePrice, 'privateMinutePrice');
    const priceCents = isFreeAudience(audience) && price === null ? null : assertPriceWithin(price, limits.stream.price, 'price');
    await tx.db.update(streams).set({ audience, priceCents, isRecording, updatedAt: tx.clock.now() }).where(eq(streams.id, id));
    const privateSettings = { privateEnabled, privateMinuteCents: privateMinutePrice, privateMinimumMinutes };
    if (Object.values(privateSettings).some((value) => value !== undefined))
      await tx.db.update(performers).set(privateSettings).where(eq(performers.accountId, performerId));
    return settingsOf(tx, performerId);
  });
}

export interface TipMenuItemInput {
  _id?: string | undefined;
  title: string;
  price: bigint;
}

/** Replaces the tip menu. Rejects with price_out_of_range for prices outside the limits of tips. */
export function setTipMenu(
  ctx: Context,
  performerId: string,
  items: readonly TipMenuItemInput[],
): Promise<Pick<StreamResponse, 'tipMenu'>> {
  const { minimumTipPrice: min, maximumTipPrice: max } = ctx.settings.values();
  items.forEach(({ price }, index) => assertPriceWithin(price, { min, max }, `items.${String(index)}.price`));
  return inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performerId);
    const { tipMenu: before } = await lockOwnStream(tx, performerId, id);
    const unusedIds = new Set(before.map((item) => item.id));
    const tipMenu = items.map(({ _id, title, price }) => {
      // Each existing id is used for one item only, so that it stays unambiguous.
      const isExisting = _id !== undefined && unusedIds.delete(_id);
      return { id: isExisting ? _id : tx.random.id(), title, cents: Number(price) };
    });
    await tx.db.update(streams).set({ tipMenu, updatedAt: tx.clock.now() }).where(eq(streams.id, id));
    await reportFlaggedWords(tx, { target: 'stream', targetId: id, ownerId: performerId });
    return { tipMenu: (await publishInfo(tx, id)).tipMenu };
  });
}

export interface Goal {
  title: string;
  amount: bigint;
  loops: boolean;
}

const noGoal = { goalTitle: null, goalCents: null, goalLoops: false, goalSetAt: null };

/** Clears a goal that was set before the last public show ended. A goal set later is for the next show. */
export async function clearPastGoal(tx: Context, streamId: string): Promise<void> {
  const endedSince = tx.db
    .select({ one: sql`1` })
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, streams.id), eq(streamSessions.type, 'public'), gte(streamSessions.endedAt, streams.goalSetAt)));
  await tx.db
    .update(streams)
    .set(noGoal)
    .where(and(eq(streams.id, streamId), exists(endedSince)));
}

/** Sets or clears the goal. Rejects with stream_not_found and price_out_of_range. */
export function setGoal(ctx: Context, performer: Actor, id: string, goal: Goal | null): Promise<StreamResponse> {
  if (goal !== null) assertPriceWithin(goal.amount, { min: 1, max: limits.amountMax }, 'goal.amount');
  return inTransaction(ctx, async (tx) => {
    await lockOwnStream(tx, performer.id, id);
    const now = tx.clock.now();
    await tx.db
      .update(streams)
      .set({
        ...(goal === null ? noGoal : { goalTitle: goal.title, goalCents: goal.amount, goalLoops: goal.loops, goalSetAt: now }),
        updatedAt: now,
      })
      .where(eq(streams.id, id));
    await publishInfo(tx, id);
    await reportFlaggedWords(tx, { target: 'stream', targetId: id, ownerId: performer.id });
    return streamById(tx, performer, id);
  });
}

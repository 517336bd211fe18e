/** What a performer sets up for her shows: her one stream, what holds for every session, the menu and the goal. */
import { and, eq, exists, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { errors } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import type { StreamSettings } from '@contract/live/live';
import { centsOf } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { performers, streams, streamSessions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { flag } from '../../safety/reports/reports';
import { publishInfo, streamById, type StreamAnswer, type StreamRow } from './rows';

type Settings = z.output<typeof StreamSettings>;

/** Her public stream, made when it is first needed; twice is once. */
export async function ownStream(ctx: Pick<Context, 'db' | 'chance' | 'clock'>, performerId: string): Promise<StreamRow> {
  const isHers = and(eq(streams.performerId, performerId), eq(streams.type, 'public'));
  const [known] = await ctx.db.select().from(streams).where(isHers);
  if (known) return known;
  const now = ctx.clock.now();
  const ids = { id: ctx.chance.id(), conversationId: ctx.chance.id() };
  await ctx.db
    .insert(streams)
    .values({ ...ids, performerId, type: 'public', createdAt: now, updatedAt: now })
    .onConflictDoNothing();
  const [made] = await ctx.db.select().from(streams).where(isHers);
  return made ?? fail('stream_not_found');
}

/** Her own stream by its id, held against other changes. Refuses with stream_not_found. */
export async function lockOwnStream(tx: Context, performerId: string, id: string): Promise<StreamRow> {
  const [row] = await tx.db
    .select()
    .from(streams)
    .where(and(eq(streams.id, id), eq(streams.performerId, performerId), eq(streams.type, 'public')))
    .for('no key update');
  return row ?? fail('stream_not_found');
}

/** Refuses with price_out_of_range, in words that name the limits. */
export function assertWithin(cents: bigint | null, { min, max }: { min: number; max: number }, path: string): bigint {
  if (cents !== null && cents >= (centsOf(min) ?? 0n) && cents <= (centsOf(max) ?? 0n)) return cents;
  const message = `This is between ${String(min)} and ${String(max)} tokens.`;
  return fail('price_out_of_range', { message, issues: [{ path, message: errors.price_out_of_range[1] }] });
}

/** The price of a show: none where it is free. Refuses with price_out_of_range. */
export const entryPrice = (isFree: boolean, price: bigint | null): bigint | null =>
  isFree ? null : assertWithin(price, limits.stream.price, 'price');

/** What holds for every show of a performer. */
export async function settingsOf(ctx: Pick<Context, 'db' | 'chance' | 'clock'>, performerId: string): Promise<Settings> {
  const { isFree, priceCents, isRecording } = await ownStream(ctx, performerId);
  const [shows] = await ctx.db
    .select({
      privateEnabled: performers.privateEnabled,
      privateMinutePrice: performers.privateMinuteCents,
      privateMinimumMinutes: performers.privateMinimumMinutes,
    })
    .from(performers)
    .where(eq(performers.accountId, performerId));
  return { isFree, price: priceCents, isRecording, ...(shows ?? fail('stream_not_found')) };
}

/** Changes what holds for every show: what is absent stays. Refuses with price_out_of_range. */
export function changeSettings(
  ctx: Context,
  performerId: string,
  changes: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performerId);
    const before = await lockOwnStream(tx, performerId, id);
    const { isFree = before.isFree, price = before.priceCents, isRecording = before.isRecording } = changes;
    const { privateEnabled, privateMinutePrice, privateMinimumMinutes } = changes;
    if (privateMinutePrice !== undefined) assertWithin(privateMinutePrice, limits.privateShow.minutePrice, 'privateMinutePrice');
    const priceCents = isFree && price === null ? null : assertWithin(price, limits.stream.price, 'price');
    await tx.db.update(streams).set({ isFree, priceCents, isRecording, updatedAt: tx.clock.now() }).where(eq(streams.id, id));
    const shows = { privateEnabled, privateMinuteCents: privateMinutePrice, privateMinimumMinutes };
    if (Object.values(shows).some((value) => value !== undefined))
      await tx.db.update(performers).set(shows).where(eq(performers.accountId, performerId));
    return settingsOf(tx, performerId);
  });
}

export interface MenuChange {
  _id?: string | undefined;
  title: string;
  price: bigint;
}

/** Replaces the menu. Refuses with price_out_of_range what could not be tipped. */
export function setTipMenu(ctx: Context, performerId: string, items: readonly MenuChange[]): Promise<Pick<StreamAnswer, 'tipMenu'>> {
  const { minimumTipPrice: min, maximumTipPrice: max } = ctx.settings.values();
  items.forEach(({ price }, index) => assertWithin(price, { min, max }, `items.${String(index)}.price`));
  return inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performerId);
    const { tipMenu: before } = await lockOwnStream(tx, performerId, id);
    const kept = new Set(before.map((item) => item.id));
    const tipMenu = items.map(({ _id, title, price }) => {
      // An item keeps its id once: who picks it means one thing.
      const isKept = _id !== undefined && kept.delete(_id);
      return { id: isKept ? _id : tx.chance.id(), title, cents: Number(price) };
    });
    await tx.db.update(streams).set({ tipMenu, updatedAt: tx.clock.now() }).where(eq(streams.id, id));
    await flag(tx, { target: 'stream', targetId: id, ownerId: performerId });
    return { tipMenu: (await publishInfo(tx, id)).tipMenu };
  });
}

export interface Goal {
  title: string;
  amount: bigint;
  loops: boolean;
}

const noGoal = { goalTitle: null, goalCents: null, goalLoops: false, goalSetAt: null };

/** Takes away the goal of an earlier public show; one that was set since is meant for the next show. */
export async function dropPastGoal(tx: Context, streamId: string): Promise<void> {
  const endedSince = tx.db
    .select({ one: sql`1` })
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, streams.id), eq(streamSessions.type, 'public'), gte(streamSessions.endedAt, streams.goalSetAt)));
  await tx.db
    .update(streams)
    .set(noGoal)
    .where(and(eq(streams.id, streamId), exists(endedSince)));
}

/** Sets the goal, or takes it away. Refuses with stream_not_found and price_out_of_range. */
export function setGoal(ctx: Context, performer: Actor, id: string, goal: Goal | null): Promise<StreamAnswer> {
  if (goal !== null) assertWithin(goal.amount, { min: 1, max: limits.amountMax }, 'goal.amount');
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
    await flag(tx, { target: 'stream', targetId: id, ownerId: performer.id });
    return streamById(tx, performer, id);
  });
}

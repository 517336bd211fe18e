/**
 * The people shown in a live show. They are named for the next show, which can start once all have agreed. From then on they belong to its
 * session and viewers see their names. People named during a show are visible to viewers after they agreed.
 */
import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { ItemChanges, ShownPerson } from '@contract/content/content';
import { inTransaction, type Context } from '../../platform/context';
import { appearances, releases } from '../../platform/db/schema/consent';
import { items } from '../../platform/db/schema/content';
import { streams, streamSessions } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import { publish } from '../../platform/outbox/publish';
import {
  addRecordingPeople,
  setPeople,
  updateItemConsent,
  isAppearanceIn,
  withConsentEvent,
  type Appearance,
} from '../../content/items/people';
import { syncListing } from '../../content/items/listing';
import { notify } from '../../people/notifications/notify';
import { cardsById } from '../../people/performers/rows';
import { lockOwnStream, ownStream } from './show-setup';
import type { SessionRow } from './rows';

type ShownPersonResponse = z.output<typeof ShownPerson>;
/** Identifies a show whose people are queried: a session, or the next show of the stream when null. */
interface Show {
  kind: 'show';
  id: string;
  sessionId: string | null;
}

const isActiveAppearance = and(isNull(appearances.removedAt), or(isNotNull(appearances.personId), isNotNull(appearances.releaseId)));

/** The show of a stream that people are named for now: the active one, or else the next one. */
async function currentOrNextShow(ctx: Pick<Context, 'db'>, streamId: string): Promise<Show> {
  const [active] = await ctx.db
    .select({ id: streamSessions.id })
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, streamId), ne(streamSessions.status, 'ended')));
  return { kind: 'show', id: streamId, sessionId: active?.id ?? null };
}

async function peopleIn(ctx: Context, performerId: string, show: Show): Promise<ShownPersonResponse[]> {
  const rows = await ctx.db
    .select({ appearance: appearances, releaseName: releases.name })
    .from(appearances)
    .leftJoin(releases, eq(releases.id, appearances.releaseId))
    .where(and(isAppearanceIn(show), isActiveAppearance))
    .orderBy(asc(appearances.ordering), asc(appearances.id));
  const cards = await cardsById(
    ctx,
    performerId,
    rows.flatMap(({ appearance }) => appearance.personId ?? []),
  );
  return rows.map(({ appearance: { id, personId, releaseId, consent }, releaseName }) => ({
    _id: id,
    consent,
    person: personId === null ? null : (cards.get(personId) ?? null),
    release: releaseId === null ? null : { _id: releaseId, name: releaseName ?? '' },
  }));
}

/** Everyone named in the active or else the next show of a stream, with their consent; for its performer. */
export const namedPeople = async (ctx: Context, performerId: string, streamId: string): Promise<ShownPersonResponse[]> =>
  peopleIn(ctx, performerId, await currentOrNextShow(ctx, streamId));

/** Notifies a show's room and its performer that a person was named, has answered or was removed, in the same transaction. */
export async function publishPeople(tx: Context, { id, performerId }: { id: string; performerId: string }): Promise<void> {
  await publish(tx, 'stream/people-changed', [`stream:${id}`, `account:${performerId}`], { streamId: id });
}

/**
 * Sets the people of the performer's active or else next show. Absent fields stay unchanged. Asks new people for consent, and returns
 * everyone named. Rejects as `setPeople` does.
 */
export function setShowPeople(
  ctx: Context,
  performerId: string,
  named: Pick<ItemChanges, 'participantIds' | 'releaseIds'>,
): Promise<{ people: ShownPersonResponse[] }> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await ownStream(tx, performerId);
    await lockOwnStream(tx, performerId, id);
    const show = await currentOrNextShow(tx, id);
    await setPeople(tx, { ...show, performerId }, named);
    await publishPeople(tx, { id, performerId });
    return { people: await peopleIn(tx, performerId, show) };
  });
}

/** Copies the people who agreed to the post that announced the show: their consent covers the show. */
async function copyPeopleFromPost(tx: Context, streamId: string, postId: string): Promise<void> {
  const existing = await tx.db
    .select()
    .from(appearances)
    .where(isAppearanceIn({ kind: 'show', id: streamId, sessionId: null }));
  const fromPost = await tx.db
    .select()
    .from(appearances)
    .where(and(eq(appearances.itemId, postId), eq(appearances.consent, 'accepted'), isActiveAppearance));
  const missing = fromPost.filter(
    ({ personId, releaseId }) => !existing.some((row) => row.personId === personId && row.releaseId === releaseId),
  );
  if (missing.length === 0) return;
  await tx.db.insert(appearances).values(missing.map((row) => ({ ...row, id: tx.random.id(), itemId: null, streamId, sessionId: null })));
}

/**
 * Assigns the people of the next show to the session that starts it, and notifies those with an account. The stream must be locked. Rejects
 * with consent_awaited while one of them has not agreed.
 */
export async function assignPeopleToSession(
  tx: Context,
  { id, performerId }: { id: string; performerId: string },
  { sessionId, plannedShowId }: { sessionId: string; plannedShowId?: string | undefined },
): Promise<void> {
  if (plannedShowId !== undefined) await copyPeopleFromPost(tx, id, plannedShowId);
  const rows = await tx.db
    .select()
    .from(appearances)
    .where(isAppearanceIn({ kind: 'show', id, sessionId: null }))
    .orderBy(asc(appearances.id))
    .for('update');
  const named = rows.filter(({ removedAt, personId, releaseId }) => removedAt === null && (personId !== null || releaseId !== null));
  if (named.some(({ consent }) => consent !== 'accepted')) fail('consent_awaited');
  if (rows.length === 0) return;
  await tx.db
    .update(appearances)
    .set({ sessionId })
    .where(
      inArray(
        appearances.id,
        rows.map((row) => row.id),
      ),
    );
  for (const { personId } of named)
    if (personId !== null && personId !== performerId)
      await notify(tx, personId, {
        ...({ type: 'consent', actorId: performerId, link: '/creator/consent' } as const),
        text: 'is starting the live stream you agreed to appear in.',
        event: `consent-show:${sessionId}`,
      });
}

/** Returns the people of a session that ended without video to the next show, because they were never shown. */
export async function returnPeopleToNextShow(tx: Context, { id, liveAt, type }: Pick<SessionRow, 'id' | 'liveAt' | 'type'>): Promise<void> {
  if (liveAt !== null || type === 'private') return;
  await tx.db.update(appearances).set({ sessionId: null }).where(eq(appearances.sessionId, id));
}

/** Copies the people of an ended show to its recording, in the transaction that creates it. */
export async function copyPeopleToRecording(tx: Context, { id, streamId, performerId }: SessionRow, videoId: string): Promise<void> {
  // Consent answers lock the stream too, so none can be missed between the show and its recording.
  await lockOwnStream(tx, performerId, streamId);
  await addRecordingPeople(tx, { kind: 'video', id: videoId, performerId }, { kind: 'show', id: streamId, sessionId: id });
}

/** A show for which a consent answer is given; its stream is locked. */
export interface LockedShow extends Show {
  performerId: string;
  session: SessionRow | null;
}

/** The show of an appearance, with its stream locked; null when it was deleted. */
export async function lockShowOfAppearance(
  tx: Context,
  { streamId, sessionId }: Pick<Appearance, 'streamId' | 'sessionId'>,
): Promise<LockedShow | null> {
  if (streamId === null) return null;
  const [stream] = await tx.db.select().from(streams).where(eq(streams.id, streamId)).for('no key update');
  if (!stream) return null;
  const [session] = sessionId === null ? [] : await tx.db.select().from(streamSessions).where(eq(streamSessions.id, sessionId));
  return { kind: 'show', id: streamId, sessionId, performerId: stream.performerId, session: session ?? null };
}

/**
 * Applies a consent answer to a locked show: publishes it, and also applies a refusal to the recording, which is then unpublished. An
 * acceptance does not apply to the recording, which needs its own consent.
 */
export async function applyConsentAnswer(
  tx: Context,
  show: LockedShow,
  personId: string,
  event: 'accepted' | 'declined' | 'withdrawn' | 'not-me',
): Promise<void> {
  await publishPeople(tx, show);
  const videoId = show.session?.videoId ?? null;
  if (videoId === null || event === 'accepted') return;
  // Lock order: the item before its appearances, as everywhere.
  await tx.db.select({ id: items.id }).from(items).where(eq(items.id, videoId)).for('update');
  const [row] = await tx.db
    .select()
    .from(appearances)
    .where(and(eq(appearances.itemId, videoId), eq(appearances.personId, personId), isNull(appearances.removedAt)))
    .for('update');
  if (!row || (event !== 'not-me' && (row.consent === 'declined' || row.consent === 'withdrawn'))) return;
  const now = tx.clock.now();
  const consent = row.consent === 'accepted' ? 'withdrawn' : 'declined';
  await tx.db
    .update(appearances)
    .set({
      answeredAt: now,
      history: withConsentEvent(tx, row.history, event === 'not-me' ? event : consent),
      ...(event === 'not-me' ? { removedAt: now } : { consent }),
    })
    .where(eq(appearances.id, row.id));
  await updateItemConsent(tx, [videoId]);
  await syncListing(tx, videoId);
}

/**
 * Closes the room of an ended show: the recording becomes a draft video with the audience and price of the show, and the engine's room is
 * removed.
 */
import { eq } from 'drizzle-orm';
import { rm } from 'node:fs/promises';
import { inTransaction, type Context } from '../../platform/context';
import { streamSessions } from '../../platform/db/schema/streaming';
import { ApiError } from '../../kernel/api-error';
import { EngineUnavailable } from '../engines/engine';
import { findAccount } from '../../people/people/rows';
import { addVideo } from '../../content/videos/videos';
import { engineOf } from './engines';
import { copyPeopleToRecording } from './people';
import type { SessionRow } from './rows';

const fileName = 'show.mp4';
/** The time reserved for storing a long recording; other API servers skip the session until then. */
const storingTimeout_ms = 30 * 60_000;

async function storeAsDraft(ctx: Context, session: SessionRow, path: string): Promise<void> {
  const { id, performerId, title, audience, priceCents: price } = session;
  const performer = await findAccount(ctx, performerId);
  if (!performer) return;
  try {
    await addVideo(
      ctx,
      { id: performer.id, rights: [] },
      { video: { path, name: fileName } },
      { title, status: 'draft', audience, price },
      (work) =>
        inTransaction(ctx, async (tx) => {
          const video = await work(tx);
          await copyPeopleToRecording(tx, session, video._id);
          await tx.db.update(streamSessions).set({ videoId: video._id }).where(eq(streamSessions.id, id));
          return video;
        }),
    );
  } catch (error) {
    // The performer's storage is full, or the file is not playable. The show ends regardless.
    if (!(error instanceof ApiError)) throw error;
    ctx.log.warn({ err: error, sessionId: id }, 'the recording of a stream could not be saved');
  }
}

/** Stores the recording once it is ready. Returns false while the engine is still writing it. */
async function storeRecording(ctx: Context, session: SessionRow): Promise<boolean> {
  const engine = engineOf(ctx, session.engine);
  if (!session.isRecording || !engine.canRecord) return true;
  const state = await engine.recordingState(session.id);
  if (state.status !== 'ready') return state.status === 'none';
  const until = new Date(ctx.clock.now().getTime() + storingTimeout_ms);
  await ctx.db.update(streamSessions).set({ lookedAt: until }).where(eq(streamSessions.id, session.id));
  try {
    if (session.videoId === null) await storeAsDraft(ctx, session, state.path);
  } finally {
    await rm(state.path, { force: true });
  }
  return true;
}

/** Closes the room of an ended session. A later reconciliation retries when the engine does not respond or the recording is not ready. */
export async function closeRoom(ctx: Context, session: SessionRow): Promise<void> {
  const engine = engineOf(ctx, session.engine);
  try {
    await engine.endRoom(session.id);
    if (session.userRoomId !== null) await engine.endRoom(session.userRoomId);
    if (!(await storeRecording(ctx, session))) return;
  } catch (error) {
    if (!(error instanceof EngineUnavailable)) throw error;
    ctx.log.warn({ err: error, sessionId: session.id }, 'the room of a stream could not be closed');
    return;
  }
  await ctx.db.update(streamSessions).set({ isOpen: false }).where(eq(streamSessions.id, session.id));
}

/** Putting an ended show's room away: its recording becomes a draft video of its performer, and the room is gone. */
import { eq } from 'drizzle-orm';
import { rm } from 'node:fs/promises';
import { inTransaction, type Context } from '../../platform/context';
import { streamSessions } from '../../platform/db/schema/schema';
import { Refusal } from '../../kernel/api-error';
import { EngineAway } from '../../streaming/engine';
import { findAccount } from '../../modules/people/people';
import { addVideo } from '../../content/videos/videos';
import { engineOf } from '../../modules/streaming/engines';
import type { SessionRow } from './rows';

const fileName = 'show.mp4';
/** Taking a long recording into the storage may last so long; no other host takes it meanwhile. */
const taking_ms = 30 * 60_000;

async function keep(ctx: Context, { id, performerId, title }: SessionRow, path: string): Promise<void> {
  const performer = await findAccount(ctx, performerId);
  if (!performer) return;
  try {
    await addVideo(ctx, { id: performer.id, rights: [] }, { video: { path, name: fileName } }, { title, status: 'draft' }, (work) =>
      inTransaction(ctx, async (tx) => {
        const video = await work(tx);
        await tx.db.update(streamSessions).set({ videoId: video._id }).where(eq(streamSessions.id, id));
        return video;
      }),
    );
  } catch (error) {
    // Her storage is full, or nothing of it can be played: the show is over all the same.
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn({ err: error, sessionId: id }, 'the recording of a show was not kept');
  }
}

/** Keeps the recording once it is ready. Answers false while it is being made. */
async function keepRecording(ctx: Context, session: SessionRow): Promise<boolean> {
  const engine = engineOf(ctx, session.engine);
  if (!session.isRecording || !engine.canRecord) return true;
  const state = await engine.recordingState(session.id);
  if (state.status !== 'ready') return state.status === 'none';
  const until = new Date(ctx.clock.now().getTime() + taking_ms);
  await ctx.db.update(streamSessions).set({ lookedAt: until }).where(eq(streamSessions.id, session.id));
  try {
    if (session.videoId === null) await keep(ctx, session, state.path);
  } finally {
    await rm(state.path, { force: true });
  }
  return true;
}

/** Puts the room of an ended session away. What the engine does not answer, or has not ready yet, is done by a later round. */
export async function putAway(ctx: Context, session: SessionRow): Promise<void> {
  const engine = engineOf(ctx, session.engine);
  try {
    await engine.endRoom(session.id);
    if (session.userRoomId !== null) await engine.endRoom(session.userRoomId);
    if (!(await keepRecording(ctx, session))) return;
  } catch (error) {
    if (!(error instanceof EngineAway)) throw error;
    ctx.log.warn({ err: error, sessionId: session.id }, 'the room of a show could not be put away');
    return;
  }
  await ctx.db.update(streamSessions).set({ isOpen: false }).where(eq(streamSessions.id, session.id));
}

/** Putting an ended show's room away: its recording becomes a draft video of its performer, and the room is gone. */
import { eq } from 'drizzle-orm';
import { rm } from 'node:fs/promises';
import { inTransaction, type Context } from '../../context';
import { streamSessions } from '../../db/schema/schema';
import { Refusal } from '../../failure';
import { EngineAway, RoomEnded, type Recording } from '../../streaming/engine';
import { findAccount } from '../people/people';
import { addVideo } from '../videos/videos';
import { engineOf } from './engines';
import type { SessionRow } from './rows';

const fileName = 'show.mp4';

async function keep(ctx: Context, { id, performerId, title }: SessionRow, { path }: Recording): Promise<void> {
  const performer = await findAccount(ctx, performerId);
  if (!performer) return;
  try {
    await addVideo(ctx, performer, { video: { path, name: fileName } }, { title, status: 'draft' }, (work) =>
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

/** Ends the recording and keeps it. */
async function keepRecording(ctx: Context, session: SessionRow): Promise<void> {
  const recording = await engineOf(ctx, session.engine).stopRecording(session.id);
  if (recording === null) return;
  try {
    if (session.videoId === null) await keep(ctx, session, recording);
  } finally {
    await rm(recording.path, { force: true });
  }
}

/** Puts the room of an ended session away. What the engine does not answer is tried again by whoever tends the shows. */
export async function putAway(ctx: Context, session: SessionRow): Promise<void> {
  try {
    const engine = engineOf(ctx, session.engine);
    if (session.isRecording && engine.canRecord) await keepRecording(ctx, session);
    await engine.endRoom(session.id);
    if (session.userRoomId !== null) await engine.endRoom(session.userRoomId);
  } catch (error) {
    if (error instanceof EngineAway) {
      ctx.log.warn({ err: error, sessionId: session.id }, 'the room of a show could not be put away');
      return;
    }
    if (!(error instanceof RoomEnded)) throw error;
  }
  await ctx.db.update(streamSessions).set({ isOpen: false }).where(eq(streamSessions.id, session.id));
}

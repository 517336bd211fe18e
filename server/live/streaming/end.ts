/** Ending shows: by their performer, by operators, and with the account. */
import { and, eq, ne } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { streams, streamSessions } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { mayDo } from '../../platform/rights';
import { streamById, type SessionRow, type StreamAnswer } from './rows';
import { endSession } from './state';

/** The public stream of this id, with its running session held; null where none runs. Refuses with stream_not_found. */
async function runningOf(tx: Context, id: string): Promise<{ performerId: string; session: SessionRow | null }> {
  const [stream] = await tx.db
    .select({ performerId: streams.performerId })
    .from(streams)
    .where(and(eq(streams.id, id), eq(streams.type, 'public')));
  if (!stream) return fail('stream_not_found');
  const [session] = await tx.db
    .select()
    .from(streamSessions)
    .where(and(eq(streamSessions.streamId, id), ne(streamSessions.status, 'ended')))
    .for('no key update');
  return { ...stream, session: session ?? null };
}

/** Ends a show, for its performer or an operator, who is noted with the reason; twice is once. Refuses with stream_not_found. */
export function endShow(ctx: Context, actor: Actor, client: Client, id: string, reason = ''): Promise<StreamAnswer> {
  return inTransaction(ctx, async (tx) => {
    const { performerId, session } = await runningOf(tx, id);
    const isOwn = actor.id === performerId;
    if (!isOwn && !mayDo(actor, 'content.moderate')) return fail('stream_not_found');
    if (session) {
      await endSession(tx, session, isOwn ? 'owner' : 'operator');
      if (!isOwn)
        await audit(tx, actor, client, {
          action: 'streams.end',
          targetType: 'stream',
          targetId: id,
          after: { sessionId: session.id, reason },
        });
    }
    return streamById(tx, actor, id);
  });
}

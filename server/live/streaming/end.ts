/** Ends public shows, for their performer or an operator. */
import { and, eq, ne } from 'drizzle-orm';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { streams, streamSessions } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { hasRight } from '../../platform/rights';
import { streamById, type SessionRow, type StreamResponse } from './rows';
import { endSession } from './state';

/** The public stream of this id with its active session, locked; null when none is active. Rejects with stream_not_found. */
async function lockActive(tx: Context, id: string): Promise<{ performerId: string; session: SessionRow | null }> {
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

/** Ends a show, for its performer or an operator; operators are audited with the reason. Idempotent. Rejects with stream_not_found. */
export function endShow(ctx: Context, actor: Actor, client: Client, id: string, reason = ''): Promise<StreamResponse> {
  return inTransaction(ctx, async (tx) => {
    const { performerId, session } = await lockActive(tx, id);
    const isOwn = actor.id === performerId;
    if (!isOwn && !hasRight(actor, 'content.moderate')) return fail('stream_not_found');
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

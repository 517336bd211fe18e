/**
 * WHIP and WHEP: a token of the engine's lets somebody connect, if she still may. What holds for a session's token holds here too:
 * no account that is suspended.
 */
import type { Context } from '../../context';
import { fail } from '../../failure';
import type { Client } from '../../http/client';
import { EngineAway, RoomEnded, type LiveRole } from '../../streaming/engine';
import type { Signalling } from '../../streaming/signalling';
import { findAccount } from '../people/people';
import { rightsOf } from '../../rights';
import { assertStillMay } from './come-in';

const retryAfter_s = 5;

/** Who connects, with what. */
export interface Caller {
  bearer: string | null;
  client: Client;
  streamId: string;
  role: LiveRole;
}

async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RoomEnded) return fail('stream_offline');
    if (error instanceof EngineAway) return fail('service_unavailable', { retryAfter_s });
    throw error;
  }
}

/** What answers here; other engines have addresses of their own. Refuses with not_found. */
const door = ({ signalling }: Context): Signalling => signalling ?? fail('not_found');

/**
 * Connects by an offer, and answers the engine's and where the connection is. Refuses as `letIn`; with session_required and
 * session_ended where the token is none, with content_locked where it is for something else, and with invalid_request what is no offer.
 */
export async function connect(
  ctx: Context,
  { bearer, client, streamId, role }: Caller,
  sdp: string,
): Promise<{ sdp: string; location: string }> {
  const signalling = door(ctx);
  const token = bearer ?? fail('session_required');
  const ticket = signalling.ticketOf(token) ?? fail('session_ended');
  // A viewer's token publishes nothing, nor does a publisher's watch.
  if (ticket.role !== role) fail('content_locked');
  const person = (await findAccount(ctx, ticket.identity)) ?? fail('session_ended');
  if (person.status !== 'active') fail('account_suspended');
  await assertStillMay(ctx, { id: person.id, rights: await rightsOf(ctx, person.id) }, client, streamId, ticket);
  const made = await answered(signalling.connect(token, sdp));
  if (made.status === 'worthless') return fail('session_ended');
  if (made.status !== 'connected')
    return fail('invalid_request', { issues: [{ path: 'body', message: 'This is no offer that can be answered.' }] });
  const path = role === 'publisher' ? 'whip' : 'whep';
  return { sdp: made.sdp, location: `${ctx.config.apiUrl}/streaming/${path}/${streamId}/${encodeURIComponent(made.connectionId)}` };
}

/** Takes more candidates of a connection. Refuses with stream_not_found where there is none. */
export async function trickle(ctx: Context, connectionId: string): Promise<null> {
  return (await answered(door(ctx).trickle(connectionId))) ? null : fail('stream_not_found');
}

/** Ends a connection; twice is once. */
export async function disconnect(ctx: Context, connectionId: string): Promise<null> {
  await answered(door(ctx).disconnect(connectionId));
  return null;
}

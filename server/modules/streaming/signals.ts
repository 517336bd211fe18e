/**
 * WHIP and WHEP: a token of the engine's lets somebody connect, if she still may. What holds for a session's token holds here too:
 * no account that is suspended.
 */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { EngineAway, RoomEnded, type LiveRole } from '../../streaming/engine';
import type { Signalling } from '../../streaming/signalling';
import { findAccount } from '../people/people';
import { rightsOf } from '../../platform/rights';
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
  if (made.status === 'codecs')
    fail('unsupported_media_type', {
      message: 'The picture has to come as VP8, or as H.264 in the baseline profile. Choose one of them where you send from.',
    });
  if (made.status !== 'connected')
    return fail('invalid_request', { issues: [{ path: 'body', message: 'This is no offer that can be answered.' }] });
  const path = role === 'publisher' ? 'whip' : 'whep';
  return { sdp: made.sdp, location: `${ctx.config.apiUrl}/streaming/${path}/${streamId}/${encodeURIComponent(made.connectionId)}` };
}

/** A request about a connection: the token, and the connection by its name and the role of its address. */
export interface ConnectionCaller extends Pick<Caller, 'bearer' | 'role'> {
  connectionId: string;
}

/**
 * Whether there is such a connection. Refuses with session_required and session_ended where the token is none, and with
 * content_locked where the connection is another's. A token may be older than it lets in: a show outlasts it.
 */
async function isOwn(ctx: Context, { bearer, role, connectionId }: ConnectionCaller): Promise<boolean> {
  const signalling = door(ctx);
  const own = signalling.ownerIn(bearer ?? fail('session_required')) ?? fail('session_ended');
  if (own.role !== role) fail('content_locked');
  const owner = await answered(signalling.ownerOf(connectionId));
  if (owner === null) return false;
  return (owner.room === own.room && owner.identity === own.identity && owner.role === role) || fail('content_locked');
}

/**
 * Accepts more candidates of an own connection, which the engine does not need: it answers where packets come from. Refuses as
 * `isOwn`, and with stream_not_found where there is no such connection.
 */
export async function trickle(ctx: Context, caller: ConnectionCaller): Promise<null> {
  return (await isOwn(ctx, caller)) ? null : fail('stream_not_found');
}

/** Ends an own connection; twice is once. Refuses as `isOwn`. */
export async function disconnect(ctx: Context, caller: ConnectionCaller): Promise<null> {
  if (await isOwn(ctx, caller)) await answered(door(ctx).disconnect(caller.connectionId));
  return null;
}

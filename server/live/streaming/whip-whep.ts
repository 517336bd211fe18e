/**
 * WHIP and WHEP endpoints. An engine token allows its holder to connect while they still have access. Suspended accounts are rejected, as
 * with session tokens.
 */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import type { Client } from '../../platform/http/client';
import { EngineUnavailable, RoomEnded, type LiveRole } from '../engines/engine';
import type { Signalling } from '../engines/signalling';
import { findAccount } from '../../people/people/rows';
import { rightsOf } from '../../platform/rights';
import { assertTokenStillValid } from './join';
import { connectionTestAccount } from './connection-test';

const retryAfter_s = 5;

/** A request to connect. */
export interface ConnectRequest {
  bearer: string | null;
  client: Client;
  streamId: string;
  role: LiveRole;
}

/** Maps engine failures to API errors. */
async function mapEngineErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RoomEnded) return fail('stream_offline');
    if (error instanceof EngineUnavailable) return fail('service_unavailable', { retryAfter_s });
    throw error;
  }
}

/** The signalling of the embedded engine; other engines have their own addresses. Rejects with not_found. */
const signallingIn = ({ signalling }: Context): Signalling => signalling ?? fail('not_found');

/**
 * Connects with an SDP offer and returns the SDP answer and the URL of the connection. Rejects as `issueRoomCredentials` does, with
 * session_required and session_ended for a missing or invalid token, with content_locked for a token of another role or room, with
 * unsupported_media_type for an offer without a supported codec, and with invalid_request for an invalid offer.
 */
export async function connect(
  ctx: Context,
  { bearer, client, streamId, role }: ConnectRequest,
  sdp: string,
): Promise<{ sdp: string; location: string }> {
  const signalling = signallingIn(ctx);
  const token = bearer ?? fail('session_required');
  const claims = signalling.readToken(token) ?? fail('session_ended');
  // A viewer token cannot publish, and a publisher token cannot watch.
  if (claims.role !== role) fail('content_locked');
  const testAccountId = connectionTestAccount(claims.identity);
  const person = (await findAccount(ctx, testAccountId ?? claims.identity)) ?? fail('session_ended');
  if (person.status !== 'active') fail('account_suspended');
  // The room of a connection test is open only to its owner and has no show to check.
  if (testAccountId === null)
    await assertTokenStillValid(ctx, { id: person.id, rights: await rightsOf(ctx, person.id) }, client, streamId, claims);
  const result = await mapEngineErrors(signalling.connect(token, sdp));
  if (result.status === 'invalid_token') return fail('session_ended');
  if (result.status === 'unsupported_codecs')
    fail('unsupported_media_type', {
      message: 'Send video as VP8 or H.264 baseline. Change it in your encoder.',
    });
  if (result.status !== 'connected') return fail('invalid_request', { issues: [{ path: 'body', message: 'Send a valid SDP offer.' }] });
  const path = role === 'publisher' ? 'whip' : 'whep';
  return { sdp: result.sdp, location: `${ctx.config.apiUrl}/streaming/${path}/${streamId}/${encodeURIComponent(result.connectionId)}` };
}

/** A request about an existing connection; `role` is given by the endpoint. */
export interface ConnectionRequest extends Pick<ConnectRequest, 'bearer' | 'role'> {
  connectionId: string;
}

/**
 * Whether the connection exists. Rejects with session_required and session_ended for a missing or invalid token, and with content_locked
 * when the connection belongs to another person. Expired tokens are accepted, because a show can outlast its token.
 */
async function ownsConnection(ctx: Context, { bearer, role, connectionId }: ConnectionRequest): Promise<boolean> {
  const signalling = signallingIn(ctx);
  const tokenOwner = signalling.readExpiredToken(bearer ?? fail('session_required')) ?? fail('session_ended');
  if (tokenOwner.role !== role) fail('content_locked');
  const owner = await mapEngineErrors(signalling.ownerOf(connectionId));
  if (owner === null) return false;
  return (owner.room === tokenOwner.room && owner.identity === tokenOwner.identity && owner.role === role) || fail('content_locked');
}

/**
 * Accepts ICE candidates for the caller's connection and ignores them: the engine replies to the address that packets come from. Rejects as
 * `ownsConnection` does, and with stream_not_found when the connection does not exist.
 */
export async function trickle(ctx: Context, caller: ConnectionRequest): Promise<null> {
  return (await ownsConnection(ctx, caller)) ? null : fail('stream_not_found');
}

/** Ends the caller's connection. Idempotent. Rejects as `ownsConnection` does. */
export async function disconnect(ctx: Context, caller: ConnectionRequest): Promise<null> {
  if (await ownsConnection(ctx, caller)) await mapEngineErrors(signallingIn(ctx).disconnect(caller.connectionId));
  return null;
}

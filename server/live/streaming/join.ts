/** Joining a show: its state for a viewer, and credentials for the engine. */
import { eq } from 'drizzle-orm';
import type { HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type streamingContract from '@contract/live/streaming';
import type { Context } from '../../platform/context';
import { streams } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { EngineUnavailable, RoomEnded, type Credentials, type EngineName, type CredentialsRequest, type LiveRole } from '../engines/engine';
import { visitorOf } from '../../people/blocking/blocking';
import { lastMessages } from './chat/chat';
import { conversationOf } from './chat/chat-rules';
import { streamResponseFor, assertMayWatch, assertActive, findShow, showOf, assertMaySeeShow, type ActiveShow } from './find';
import { engineOf } from './engines';
import { showsBySession, showsWhere, type ShowForViewer, type Viewer } from './rows';
import { recordAdmission } from './viewers';

type Contract = typeof streamingContract;
const retryAfter_s = 5;

/**
 * An active show for a viewer. Without access it lists what would give access, and no chat messages. Rejects with stream_not_found,
 * blocked_by_performer and stream_offline.
 */
export async function getShowForViewer(
  ctx: Context,
  actor: Actor,
  client: Client,
  idOrName: string,
): Promise<HandlerResult<Contract['GET /streaming/join/:id']>> {
  const row = assertActive(await assertMaySeeShow(ctx, actor, client, await findShow(ctx, actor, idOrName)));
  const stream = await streamResponseFor(ctx, actor, row, client.country);
  const messages = stream.canWatch ? await lastMessages(ctx, row.session, visitorOf(actor, client)) : [];
  return { stream, conversation: await conversationOf(ctx, actor, stream._id), messages };
}

/** Identifies a show by its stream or by its session (`channelName`). */
export interface ShowRef {
  streamId?: string | undefined;
  channelName?: string | undefined;
}

async function findByRef(ctx: Context, viewer: Viewer, { streamId, channelName }: ShowRef): Promise<ShowForViewer | null> {
  const [row] =
    streamId === undefined
      ? await showsBySession(ctx, viewer, channelName === undefined ? [] : [channelName])
      : await showsWhere(ctx, viewer, eq(streams.id, streamId));
  return row ?? null;
}

/** The engine room for a person and role. In a private show each participant publishes in a separate room. Rejects with not_owner. */
function roomFor({ id }: { id: string }, { stream, session }: ActiveShow, role: LiveRole): string {
  const isOwner = id === stream.performerId;
  if (session.userRoomId === null) return role === 'viewer' || isOwner ? session.id : fail('not_owner');
  return isOwner === (role === 'publisher') ? session.id : session.userRoomId;
}

/**
 * Asserts that a person may join an active show in this role, and returns the room. Rejects with not_owner and as `assertMayWatch` does.
 */
async function assertMayJoin(
  ctx: Context,
  viewer: Viewer & object,
  client: Pick<Client, 'country'>,
  row: ActiveShow,
  role: LiveRole,
): Promise<string> {
  await assertMayWatch(ctx, viewer, client, showOf(row));
  return roomFor(viewer, row, role);
}

/** Credentials for a room. Rejects with stream_offline after its end, and with service_unavailable when the engine does not respond. */
export async function credentialsFor(ctx: Context, engine: EngineName, request: CredentialsRequest): Promise<Credentials> {
  try {
    return await engineOf(ctx, engine).credentials(request);
  } catch (error) {
    if (error instanceof RoomEnded) return fail('stream_offline');
    if (!(error instanceof EngineUnavailable)) throw error;
    ctx.log.warn({ err: error, room: request.room }, 'the live engine did not issue credentials');
    return fail('service_unavailable', { retryAfter_s });
  }
}

/**
 * Issues credentials for a show after checking access. Rejects with stream_not_found, stream_offline, content_locked, follow_required,
 * subscription_required, blocked_by_performer and not_owner, and with service_unavailable when the engine does not respond.
 */
export async function issueRoomCredentials(
  ctx: Context,
  actor: Actor,
  client: Client,
  { role: requestedRole, ...ref }: ShowRef & { role?: LiveRole | undefined },
): Promise<HandlerResult<Contract['POST /streaming/agora/token']>> {
  const row = assertActive(await assertMaySeeShow(ctx, actor, client, await findByRef(ctx, actor, ref)));
  const role = requestedRole ?? (actor.id === row.stream.performerId ? 'publisher' : 'viewer');
  const room = await assertMayJoin(ctx, actor, client, row, role);
  if (actor.id !== row.stream.performerId) await recordAdmission(ctx, row.session.id, actor.id, client.country);
  const credentials = await credentialsFor(ctx, row.session.engine, { room, identity: actor.id, role, ttl_s: limits.stream.credentials_s });
  // The engine returns the base URL of all streams.
  const withStreamId = (url: string | null): string | null => url && `${url}/${row.stream.id}`;
  return {
    ...credentials,
    whipUrl: withStreamId(credentials.whipUrl),
    whepUrl: withStreamId(credentials.whepUrl),
    role,
    room,
    identity: actor.id,
  };
}

/** Checks again whether the holder of a token still has access; see `whip-whep.ts`. Rejects as `issueRoomCredentials` does. */
export async function assertTokenStillValid(
  ctx: Context,
  viewer: Viewer & object,
  client: Pick<Client, 'country'>,
  streamId: string,
  { room, role }: { room: string; role: LiveRole },
): Promise<void> {
  const row = assertActive(await assertMaySeeShow(ctx, viewer, client, await findByRef(ctx, viewer, { streamId })));
  await assertMayWatch(ctx, viewer, client, showOf(row));
  // The token is for another room or an earlier session.
  if (![row.session.id, row.session.userRoomId].includes(room)) fail(role === 'publisher' ? 'content_locked' : 'stream_offline');
}

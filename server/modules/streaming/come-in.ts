/** Coming into a show: what a viewer finds, and what lets her in at the engine. */
import { eq } from 'drizzle-orm';
import type { Result } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type streamingContract from '@contract/streaming';
import type { Context } from '../../platform/context';
import { streams } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { EngineAway, RoomEnded, type Credentials, type EngineName, type Entry, type LiveRole } from '../../streaming/engine';
import { visitorOf } from '../../people/blocking/blocking';
import { lastMessages } from '../../live/streaming/chat/chat';
import { conversationOf } from '../../live/streaming/chat/chat-rules';
import { answerTo, assertMayWatch, assertRunning, findShow, showOf, showToSee, type Running } from '../../live/streaming/find';
import { engineOf } from './engines';
import { showsBySession, showsWhere, type Shown, type Viewer } from '../../live/streaming/rows';
import { admit } from '../../live/streaming/viewers';

type Contract = typeof streamingContract;
const retryAfter_s = 5;

/**
 * A running show as whoever comes finds it; without the right to watch, what would give it and no chat. Refuses with
 * stream_not_found, blocked_by_performer and stream_offline.
 */
export async function visit(
  ctx: Context,
  actor: Actor,
  client: Client,
  idOrName: string,
): Promise<Result<Contract['GET /streaming/join/:id']>> {
  const row = assertRunning(await showToSee(ctx, actor, client, await findShow(ctx, actor, idOrName)));
  const stream = await answerTo(ctx, actor, row);
  const messages = stream.canWatch ? await lastMessages(ctx, row.session, visitorOf(actor, client)) : [];
  return { stream, conversation: await conversationOf(ctx, actor, stream._id), messages };
}

/** Which stream, or which session of one. */
export interface Named {
  streamId?: string | undefined;
  channelName?: string | undefined;
}

async function findNamed(ctx: Context, viewer: Viewer, { streamId, channelName }: Named): Promise<Shown | null> {
  const [row] =
    streamId === undefined
      ? await showsBySession(ctx, viewer, channelName === undefined ? [] : [channelName])
      : await showsWhere(ctx, viewer, eq(streams.id, streamId));
  return row ?? null;
}

/** In which room somebody does this: in a private show each of the two publishes in the room of their own. Refuses with not_owner. */
function roomFor({ id }: { id: string }, { stream, session }: Running, role: LiveRole): string {
  const isOwner = id === stream.performerId;
  if (session.userRoomId === null) return role === 'viewer' || isOwner ? session.id : fail('not_owner');
  return isOwner === (role === 'publisher') ? session.id : session.userRoomId;
}

/** That this person may do this in a running show. Refuses with not_owner, and as `assertMayWatch`. */
async function assertMayCome(
  ctx: Context,
  viewer: Viewer & object,
  client: Pick<Client, 'country'>,
  row: Running,
  role: LiveRole,
): Promise<string> {
  await assertMayWatch(ctx, viewer, client, showOf(row));
  return roomFor(viewer, row, role);
}

/** What a browser needs to come into a room. */
async function credentialsFor(ctx: Context, engine: EngineName, { room, identity, role }: Omit<Entry, 'ttl_s'>): Promise<Credentials> {
  try {
    return await engineOf(ctx, engine).credentials({ room, identity, role, ttl_s: limits.stream.credentials_s });
  } catch (error) {
    if (error instanceof RoomEnded) return fail('stream_offline');
    if (!(error instanceof EngineAway)) throw error;
    ctx.log.warn({ err: error, room }, 'the live engine lets nobody in');
    return fail('service_unavailable', { retryAfter_s });
  }
}

/**
 * Lets somebody in at the engine, after asking whether she may. Refuses with stream_not_found, stream_offline, content_locked,
 * subscription_required, blocked_by_performer and not_owner, and with service_unavailable when the engine does not answer.
 */
export async function letIn(
  ctx: Context,
  actor: Actor,
  client: Client,
  { role: wished, ...named }: Named & { role?: LiveRole | undefined },
): Promise<Result<Contract['POST /streaming/agora/token']>> {
  const row = assertRunning(await showToSee(ctx, actor, client, await findNamed(ctx, actor, named)));
  const role = wished ?? (actor.id === row.stream.performerId ? 'publisher' : 'viewer');
  const room = await assertMayCome(ctx, actor, client, row, role);
  if (actor.id !== row.stream.performerId) await admit(ctx, row.session.id, actor.id, client.country);
  const given = await credentialsFor(ctx, row.session.engine, { room, identity: actor.id, role });
  // The engine names the place of all streams.
  const at = (url: string | null): string | null => url && `${url}/${row.stream.id}`;
  return { ...given, whipUrl: at(given.whipUrl), whepUrl: at(given.whepUrl), role, room, identity: actor.id };
}

/** Asks again whether somebody with a token may still come in; see `signals.ts`. Refuses as `letIn` does. */
export async function assertStillMay(
  ctx: Context,
  viewer: Viewer & object,
  client: Pick<Client, 'country'>,
  streamId: string,
  { room, role }: { room: string; role: LiveRole },
): Promise<void> {
  const row = assertRunning(await showToSee(ctx, viewer, client, await findNamed(ctx, viewer, { streamId })));
  await assertMayWatch(ctx, viewer, client, showOf(row));
  // A token for another room, or for an earlier session of this one.
  if (![row.session.id, row.session.userRoomId].includes(room)) fail(role === 'publisher' ? 'content_locked' : 'stream_offline');
}

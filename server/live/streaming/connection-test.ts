/** Connection test before a show: a performer publishes into a room that only they can join, and no show starts. */
import type { HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type streamingContract from '@contract/live/streaming';
import type { Context } from '../../platform/context';
import type { Actor } from '../../platform/http/actor';
import { credentialsFor } from './join';
import { configuredEngine } from './engines';
import { ownStream } from './show-setup';

/** Prefix of the engine identity in a connection test. In shows the identity is the account id alone. */
const prefix = 'trial-';

/** The account id of an engine identity in a connection test; null for an identity in a show. */
export const connectionTestAccount = (identity: string): string | null =>
  identity.startsWith(prefix) ? identity.slice(prefix.length) : null;

/**
 * Credentials for a connection test. The room has the id of the stream, which no session has, so its engine events affect no show. Rejects
 * with service_unavailable when no engine responds.
 */
export async function connectionTestCredentials(
  ctx: Context,
  { id }: Actor,
): Promise<HandlerResult<(typeof streamingContract)['POST /streaming/trial']>> {
  const { id: room } = await ownStream(ctx, id);
  const request = { room, identity: `${prefix}${id}`, role: 'publisher', ttl_s: limits.stream.connectionTest_s } as const;
  const credentials = await credentialsFor(ctx, configuredEngine(ctx).name, request);
  return {
    ...credentials,
    whipUrl: credentials.whipUrl && `${credentials.whipUrl}/${room}`,
    whepUrl: null,
    role: request.role,
    room,
    identity: id,
  };
}

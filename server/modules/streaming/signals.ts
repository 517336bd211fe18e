/**
 * WHIP and WHEP: a token of the engine's lets somebody connect, if she still may. What holds for a session's token holds here too:
 * no country that is closed, no account that is suspended.
 */
import type { Context } from '../../context';
import { fail } from '../../failure';
import type { Client } from '../../http/client';
import { EngineAway, RoomEnded, type LiveRole } from '../../streaming/engine';
import type { Signalling, Ticket } from '../../streaming/signalling';
import { findAccount } from '../people/people';
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

/** What the bearer says. Refuses with not_found where the engine has addresses of its own, session_required and session_ended. */
async function ticketOf(ctx: Context, { bearer }: Pick<Caller, 'bearer'>): Promise<{ signalling: Signalling; ticket: Ticket }> {
  const { signalling } = ctx;
  if (signalling === null) return fail('not_found');
  if (bearer === null) return fail('session_required');
  return { signalling, ticket: (await answered(signalling.ticketOf(bearer))) ?? fail('session_ended') };
}

/** Connects by an offer, and answers the engine's and where the connection is. Refuses as `letIn`, and with invalid_request what is no offer. */
export async function connect(ctx: Context, caller: Caller, sdp: string): Promise<{ sdp: string; location: string }> {
  const { signalling, ticket } = await ticketOf(ctx, caller);
  // A viewer's token publishes nothing, nor does a publisher's watch.
  if (ticket.role !== caller.role) fail('content_locked');
  const person = (await findAccount(ctx, ticket.identity)) ?? fail('session_ended');
  if (person.status !== 'active') fail('account_suspended');
  await assertStillMay(ctx, person, caller.client, caller.streamId, ticket);
  const made = await answered(signalling.connect(ticket, sdp));
  if (made === null) return fail('invalid_request', { issues: [{ path: 'body', message: 'This is no offer that can be answered.' }] });
  const path = caller.role === 'publisher' ? 'whip' : 'whep';
  return { sdp: made.sdp, location: `/streaming/${path}/${caller.streamId}/${encodeURIComponent(made.connectionId)}` };
}

/** Takes more candidates of an own connection. Refuses with stream_not_found where there is none. */
export async function trickle(ctx: Context, caller: Caller, connectionId: string, candidates: string): Promise<null> {
  const { signalling, ticket } = await ticketOf(ctx, caller);
  return (await answered(signalling.trickle(ticket, connectionId, candidates))) ? null : fail('stream_not_found');
}

/** Ends an own connection. Refuses with stream_not_found where there is none. */
export async function disconnect(ctx: Context, caller: Caller, connectionId: string): Promise<null> {
  const { signalling, ticket } = await ticketOf(ctx, caller);
  return (await answered(signalling.disconnect(ticket, connectionId))) ? null : fail('stream_not_found');
}

/**
 * The endpoints of WHIP and WHEP (RFC 9725 and its draft for playback). The bearer token of an offer is a room token. Later requests about
 * a connection need the token that created it, or a newer token of the same person.
 */
import * as z from 'zod';
import { Id, Text } from '../kernel/shapes';

const RoomParam = z.object({ streamId: Id });
const ConnectionParam = RoomParam.extend({ resourceId: Text(100, 1) });
/** Errors of endpoints that need access to a show. */
export const roomErrors = [
  'stream_not_found',
  'content_locked',
  'follow_required',
  'subscription_required',
  'blocked_by_performer',
  'stream_offline',
] as const;
/** An endpoint that takes an SDP offer. */
export const offerEndpoint = {
  access: 'anyone',
  params: RoomParam,
  signalling: 'offer',
  response: z.object({ sdp: z.string(), location: z.string() }),
} as const;
export const publishVideoErrors = ['stream_not_found', 'content_locked', 'blocked_by_performer', 'stream_offline'] as const;
/** An endpoint that takes the ICE candidates that follow the offer. */
export const candidatesEndpoint = {
  access: 'anyone',
  params: ConnectionParam,
  signalling: 'candidates',
  response: z.null(),
  errors: ['stream_not_found', 'content_locked'],
} as const;
/** An endpoint that closes the connection. */
export const closeEndpoint = {
  access: 'anyone',
  params: ConnectionParam,
  signalling: 'end',
  response: z.null(),
  errors: ['content_locked'],
} as const;

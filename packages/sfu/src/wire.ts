/** Schemas of all messages between the application and the engine's process, for both sides. */
import { z } from 'zod';
import { sfuLimits } from './limits';

const name = z.string().regex(/^[\w-]{1,64}$/);

/** Whether a text can name a room, person or connection: names are used in URLs and file names. */
export const isName = (text: string): boolean => name.safeParse(text).success;

/** What credentials contain so that the engine can tell whether they are still valid. */
export const Admission = z.object({ run: z.string().max(64), serial: z.number().int().positive() });
export type Admission = z.infer<typeof Admission>;

const LiveRole = z.enum(['publisher', 'viewer']);
export type LiveRole = z.infer<typeof LiveRole>;

export const ConnectRequest = Admission.extend({
  room: name,
  identity: name,
  role: LiveRole,
  offer: z.string().max(sfuLimits.offerLengthMax),
});
export type ConnectRequest = z.infer<typeof ConnectRequest>;

/** Room, identity and role of a connection. */
export const Owner = ConnectRequest.pick({ room: true, identity: true, role: true });
export type Owner = z.infer<typeof Owner>;

export const ConnectResponse = z.object({ resource: name, answer: z.string() });
export type ConnectResponse = z.infer<typeof ConnectResponse>;

const rejectionReasons = ['credentials', 'ended', 'offer', 'codecs', 'full'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
/** The HTTP status of a rejected call; the body has the reason. */
export const rejectionStatus = 409;
export const RejectionBody = z.object({ refused: z.enum(rejectionReasons), message: z.string() });

/** The engine rejected a call and did nothing. Repeating the call has the same result. */
export class RejectedError extends Error {
  override name = 'RejectedError';

  constructor(
    readonly reason: RejectionReason,
    message: string,
  ) {
    super(message);
  }
}

export const StateBody = z.object({ isPublished: z.boolean(), viewers: z.array(z.string()), isClockSkewed: z.boolean().optional() });
export type RoomState = z.infer<typeof StateBody>;

export const RecordingBody = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('recording') }),
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('ready'), path: z.string(), duration_s: z.number() }),
]);
export type RecordingState = z.infer<typeof RecordingBody>;

export const HealthBody = z.object({
  run: z.string(),
  rooms: z.number(),
  connections: z.number(),
  /** Processor time of the process since its start. */
  cpu_ms: z.number(),
});

const inRoom = { room: z.string(), identity: z.string() };
/** A line of the event stream. The first is `hello`; `alive` follows every `keepAlive_ms`. */
export const EventLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), run: z.string() }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.enum(['published', 'unpublished', 'joined', 'left']), ...inRoom }),
  z.object({ type: z.literal('recorded'), room: z.string() }),
]);
export type EventLine = z.infer<typeof EventLine>;

export const keepAlive_ms = 2_000;

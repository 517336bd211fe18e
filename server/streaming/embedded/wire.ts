/** What the host and the engine's process say to each other over loopback: said once, read by both. */
import { z } from 'zod';
import { liveLimits } from './limits';

/** What the key for the control port is derived under. */
export const controlLabel = 'live engine control';

const name = z.string().regex(/^[\w-]{1,64}$/);

/** Names of rooms, people and connections: they stand in addresses and file names. */
export const isName = (text: string): boolean => name.safeParse(text).success;

/** What credentials name so that the engine knows whether they still count. */
export const Admission = z.object({ run: z.string().max(64), serial: z.number().int().positive() });
export type Admission = z.infer<typeof Admission>;

export const EntryOrder = Admission.extend({
  room: name,
  identity: name,
  role: z.enum(['publisher', 'viewer']),
  offer: z.string().max(liveLimits.offerLengthMax),
});
export type EntryOrder = z.infer<typeof EntryOrder>;

/** Whose a connection is. */
export const Owner = EntryOrder.pick({ room: true, identity: true, role: true });
export type Owner = z.infer<typeof Owner>;

export const Entered = z.object({ resource: name, answer: z.string() });
export type Entered = z.infer<typeof Entered>;

const refusals = ['credentials', 'ended', 'offer', 'codecs', 'full'] as const;
export type Refusal = (typeof refusals)[number];
/** How a refusal is answered; the body says which it is. */
export const refusalStatus = 409;
export const RefusalBody = z.object({ refused: z.enum(refusals), message: z.string() });

/** Nothing was done, and asking again changes nothing. */
export class Refused extends Error {
  override name = 'Refused';

  constructor(
    readonly reason: Refusal,
    message: string,
  ) {
    super(message);
  }
}

export const StateBody = z.object({ isPublished: z.boolean(), viewers: z.array(z.string()) });

export const RecordingBody = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('recording') }),
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('ready'), path: z.string(), duration_s: z.number() }),
]);

export const HealthBody = z.object({
  run: z.string(),
  rooms: z.number(),
  connections: z.number(),
  /** Processor time that the process has used since its start. */
  cpu_ms: z.number(),
});

const inRoom = { room: z.string(), identity: z.string() };
/** A line of the event stream. The first is `hello`; `alive` comes every `alive_ms` when nothing else does. */
export const EventLine = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), run: z.string() }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.enum(['published', 'unpublished', 'joined', 'left']), ...inRoom }),
  z.object({ type: z.literal('recorded'), room: z.string() }),
]);
export type EventLine = z.infer<typeof EventLine>;

export const alive_ms = 2_000;

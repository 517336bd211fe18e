/** What of LiveKit's client a page's side uses, without a server behind it. */
import { FakeTrack } from './fake-rtc';

export enum DisconnectReason {
  DUPLICATE_IDENTITY = 2,
  SERVER_SHUTDOWN = 3,
  PARTICIPANT_REMOVED = 4,
  ROOM_DELETED = 5,
}
export enum ConnectionErrorReason {
  NotAllowed = 0,
  ServerUnreachable = 1,
}
export const RoomEvent = {
  Disconnected: 'disconnected',
  Reconnecting: 'reconnecting',
  Reconnected: 'reconnected',
  TrackSubscribed: 'trackSubscribed',
  TrackUnsubscribed: 'trackUnsubscribed',
};
export const LogLevel = { silent: 5 };
export const setLogLevel = (): void => undefined;
export const Track = { Source: { Camera: 'camera', Microphone: 'microphone' } };

export class ConnectionError extends Error {
  constructor(readonly reason: ConnectionErrorReason) {
    super('could not connect');
  }
}

interface Sent {
  media: FakeTrack;
  options: Record<string, unknown>;
}

export class Room {
  static readonly all: Room[] = [];
  /** Why the next rooms cannot be entered. */
  static refusals: ConnectionErrorReason[] = [];

  entered: { url: string; token: string } | null = null;
  stoppedTracks: boolean | null = null;
  readonly sent: Sent[] = [];
  private readonly hearing: [event: string, hear: (...told: never[]) => void][] = [];

  constructor() {
    Room.all.push(this);
  }

  static get last(): Room {
    const last = Room.all.at(-1);
    if (!last) throw new Error('no room was made');
    return last;
  }

  readonly localParticipant = {
    publishTrack: async (media: FakeTrack, options: Record<string, unknown>) => {
      const one: Sent = { media, options };
      this.sent.push(one);
      const track = {
        replaceTrack: async (other: FakeTrack) => {
          one.media = other;
        },
        getRTCStatsReport: async () =>
          new Map([['one', { type: 'outbound-rtp', timestamp: 1_000 * this.sent.length, bytesSent: 1, roundTripTime: 0 }]]),
      };
      return { track };
    },
  };

  on(event: string, hear: (...told: never[]) => void): this {
    this.hearing.push([event, hear]);
    return this;
  }

  tell(event: string, ...told: unknown[]): void {
    for (const [one, hear] of this.hearing) if (one === event) hear(...(told as never[]));
  }

  async connect(url: string, token: string): Promise<void> {
    const refusal = Room.refusals.shift();
    if (refusal !== undefined) throw new ConnectionError(refusal);
    this.entered = { url, token };
  }

  async disconnect(stopTracks: boolean): Promise<void> {
    this.stoppedTracks = stopTracks;
    this.entered = null;
  }
}

/** Something that arrives, as the client hands it out. */
export function arriving(
  kind: 'audio' | 'video',
  label: string,
  bytesReceived = 0,
): { mediaStreamTrack: FakeTrack; getRTCStatsReport: () => Promise<Map<string, object>> } {
  const figure = { type: 'inbound-rtp', timestamp: 1_000, bytesReceived, packetsReceived: 99, packetsLost: 1 };
  return { mediaStreamTrack: new FakeTrack(kind, label), getRTCStatsReport: async () => new Map([['one', figure]]) };
}

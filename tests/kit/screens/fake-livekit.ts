/** A fake of the parts of LiveKit's client that the web uses. */
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

interface Publication {
  media: FakeTrack;
  options: Record<string, unknown>;
}

export class Room {
  static readonly all: Room[] = [];
  /** The errors of the next calls of `connect`. */
  static connectErrors: ConnectionErrorReason[] = [];

  connected: { url: string; token: string } | null = null;
  stoppedTracks: boolean | null = null;
  readonly publications: Publication[] = [];
  private readonly listeners: [event: string, listener: (...args: never[]) => void][] = [];

  constructor() {
    Room.all.push(this);
  }

  static get last(): Room {
    const last = Room.all.at(-1);
    if (!last) throw new Error('no room was created');
    return last;
  }

  readonly localParticipant = {
    publishTrack: async (media: FakeTrack, options: Record<string, unknown>) => {
      const publication: Publication = { media, options };
      this.publications.push(publication);
      const track = {
        replaceTrack: async (other: FakeTrack) => {
          publication.media = other;
        },
        getRTCStatsReport: async () =>
          new Map([['one', { type: 'outbound-rtp', timestamp: 1_000 * this.publications.length, bytesSent: 1, roundTripTime: 0 }]]),
      };
      return { track };
    },
  };

  on(event: string, listener: (...args: never[]) => void): this {
    this.listeners.push([event, listener]);
    return this;
  }

  emit(event: string, ...args: unknown[]): void {
    for (const [name, listener] of this.listeners) if (name === event) listener(...(args as never[]));
  }

  async connect(url: string, token: string): Promise<void> {
    const reason = Room.connectErrors.shift();
    if (reason !== undefined) throw new ConnectionError(reason);
    this.connected = { url, token };
  }

  async disconnect(stopTracks: boolean): Promise<void> {
    this.stoppedTracks = stopTracks;
    this.connected = null;
  }
}

/** A remote track as the client passes it to listeners. */
export function remoteTrack(
  kind: 'audio' | 'video',
  label: string,
  bytesReceived = 0,
): { mediaStreamTrack: FakeTrack; getRTCStatsReport: () => Promise<Map<string, object>> } {
  const stats = { type: 'inbound-rtp', timestamp: 1_000, bytesReceived, packetsReceived: 99, packetsLost: 1 };
  return { mediaStreamTrack: new FakeTrack(kind, label), getRTCStatsReport: async () => new Map([['one', stats]]) };
}

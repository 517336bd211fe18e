/**
 * A fake of the parts of WebRTC that jsdom lacks: connections that connect as soon as they have an SDP answer, unless a test
 * makes them fail.
 */

export class FakeTrack extends EventTarget {
  enabled = true;
  isStopped = false;

  constructor(
    readonly kind: 'audio' | 'video',
    readonly label: string,
  ) {
    super();
  }

  stop(): void {
    this.isStopped = true;
  }

  clone(): FakeTrack {
    return new FakeTrack(this.kind, this.label);
  }

  /** A device's id is its label. */
  getSettings(): { deviceId: string } {
    return { deviceId: this.label };
  }
}

export class FakeStream {
  constructor(private tracks: FakeTrack[] = []) {}

  getTracks(): FakeTrack[] {
    return [...this.tracks];
  }

  addTrack(track: FakeTrack): void {
    if (!this.tracks.includes(track)) this.tracks.push(track);
  }

  removeTrack(track: FakeTrack): void {
    this.tracks = this.tracks.filter((one) => one !== track);
  }
}

interface FakeSender {
  track: FakeTrack | null;
  replaceTrack(track: FakeTrack): Promise<void>;
}

export class FakeConnection extends EventTarget {
  /** All connections, the newest last. */
  static readonly all: FakeConnection[] = [];
  /** Whether ICE gathering completes. */
  static gathers = true;
  /** Whether the network lets media through. */
  static hasPath = true;

  connectionState: RTCPeerConnectionState = 'new';
  iceGatheringState: RTCIceGatheringState = 'new';
  localDescription: { type: string; sdp: string } | null = null;
  answer: string | null = null;
  stats: Record<string, unknown>[] = [];
  readonly transceivers: { kind: string; direction: string | undefined; maxBitrate: number | undefined; sender: FakeSender }[] = [];

  constructor(readonly configuration: RTCConfiguration) {
    super();
    FakeConnection.all.push(this);
  }

  static get last(): FakeConnection {
    const last = FakeConnection.all.at(-1);
    if (!last) throw new Error('no connection was created');
    return last;
  }

  /** The sent track of a kind. */
  sentTrack(kind: string): FakeTrack | null {
    return this.transceivers.find((one) => one.kind === kind)?.sender.track ?? null;
  }

  addTransceiver(trackOrKind: FakeTrack | string, { direction, sendEncodings }: RTCRtpTransceiverInit): { sender: FakeSender } {
    const kind = typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind;
    const sender: FakeSender = {
      track: typeof trackOrKind === 'string' ? null : trackOrKind,
      replaceTrack: async (track) => {
        sender.track = track;
      },
    };
    this.transceivers.push({ kind, direction, maxBitrate: sendEncodings?.[0]?.maxBitrate, sender });
    return { sender };
  }

  async createOffer(): Promise<{ type: string; sdp: string }> {
    return { type: 'offer', sdp: 'v=0 offer' };
  }

  async setLocalDescription(offer: { type: string; sdp: string }): Promise<void> {
    this.localDescription = offer;
    if (!FakeConnection.gathers) return;
    this.localDescription = { ...offer, sdp: `${offer.sdp} with candidates` };
    this.iceGatheringState = 'complete';
    this.dispatchEvent(new Event('icegatheringstatechange'));
  }

  async setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
    this.answer = sdp;
    queueMicrotask(() => this.setState(FakeConnection.hasPath ? 'connected' : 'failed'));
  }

  /** Receives a track. */
  receive(track: FakeTrack): void {
    this.dispatchEvent(Object.assign(new Event('track'), { track }));
  }

  setState(state: RTCPeerConnectionState): void {
    if (this.connectionState === 'closed') return;
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }

  async getStats(): Promise<Map<string, Record<string, unknown>>> {
    return new Map(this.stats.map((stats, index) => [String(index), stats]));
  }

  close(): void {
    this.setState('closed');
  }
}

/** Installs the fakes as globals around the tests of a file. */
export function installFakeRtc(): void {
  beforeEach(() => {
    FakeConnection.all.length = 0;
    FakeConnection.gathers = true;
    FakeConnection.hasPath = true;
    Object.assign(globalThis, { RTCPeerConnection: FakeConnection, MediaStream: FakeStream });
  });
}

/** A stream of a camera and a microphone. */
export const cameraStream = (): MediaStream =>
  new FakeStream([new FakeTrack('audio', 'microphone'), new FakeTrack('video', 'camera')]) as unknown as MediaStream;

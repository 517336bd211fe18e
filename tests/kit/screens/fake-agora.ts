/** A fake of the parts of Agora's client that the web uses. */
import type { FakeTrack } from './fake-rtc';

interface LocalTrack {
  kind: 'audio' | 'video';
  media: FakeTrack;
  config: Record<string, unknown>;
  replaceTrack?(media: FakeTrack, stopOldTrack: boolean): Promise<void>;
}

export interface RemotePublisher {
  uid: number;
  videoTrack?: FakeTrack;
  audioTrack?: FakeTrack;
}

export class FakeAgora {
  static readonly all: FakeAgora[] = [];
  /** The errors of the next calls of `join`. */
  static joinErrors: { code: string; message: string }[] = [];

  joined: { appId: string; channel: string; token: string; uid: number } | null = null;
  published: LocalTrack[] = [];
  private readonly listeners: [event: string, listener: (...args: never[]) => void][] = [];

  constructor(readonly config: Record<string, unknown>) {
    FakeAgora.all.push(this);
  }

  static get last(): FakeAgora {
    const last = FakeAgora.all.at(-1);
    if (!last) throw new Error('no client was created');
    return last;
  }

  on(event: string, listener: (...args: never[]) => void): void {
    this.listeners.push([event, listener]);
  }

  emit(event: string, ...args: unknown[]): void {
    for (const [name, listener] of this.listeners) if (name === event) listener(...(args as never[]));
  }

  async join(appId: string, channel: string, token: string, uid: number): Promise<void> {
    const error = FakeAgora.joinErrors.shift();
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    this.joined = { appId, channel, token, uid };
  }

  async renewToken(token: string): Promise<void> {
    if (this.joined) this.joined.token = token;
  }

  async leave(): Promise<void> {
    this.joined = null;
  }

  async publish(track: LocalTrack): Promise<void> {
    this.published.push(track);
  }

  async unpublish(track: LocalTrack): Promise<void> {
    this.published = this.published.filter((candidate) => candidate !== track);
  }

  async subscribe(publisher: RemotePublisher, kind: 'audio' | 'video'): Promise<{ getMediaStreamTrack: () => FakeTrack | undefined }> {
    const media = kind === 'video' ? publisher.videoTrack : publisher.audioTrack;
    return { getMediaStreamTrack: () => media };
  }

  getRTCStats(): object {
    return { SendBitrate: 900_400, RecvBitrate: 450_000, RTT: 42 };
  }

  getLocalVideoStats(): object {
    return { currentPacketLossRate: 0.01 };
  }

  getRemoteVideoStats(): object {
    return { 7: { currentPacketLossRate: 0.03 } };
  }
}

const AgoraRTC = {
  setLogLevel: () => undefined,
  createClient: (config: Record<string, unknown>) => new FakeAgora(config),
  createCustomVideoTrack: (config: { mediaStreamTrack: FakeTrack; bitrateMax: number }): LocalTrack => {
    const track: LocalTrack = {
      kind: 'video',
      media: config.mediaStreamTrack,
      config,
      replaceTrack: async (media) => {
        track.media = media;
      },
    };
    return track;
  },
  createCustomAudioTrack: (config: { mediaStreamTrack: FakeTrack }): LocalTrack => ({
    kind: 'audio',
    media: config.mediaStreamTrack,
    config,
  }),
};

export default AgoraRTC;

/**
 * WHIP and WHEP clients for tests, on the same native library as the engine. An error inside the library ends the process: never
 * use these clients in the test runner's process.
 */
import { randomInt } from 'node:crypto';
import { Audio, PeerConnection, RtcpNackResponder, Video } from 'node-datachannel';
import type { Track } from 'node-datachannel';
import { readRtcp, senderReport } from '@sfu/rtcp';
import { isRtcp } from '@sfu/rtp';
import { framesPerSecond, audioPacketsPerSecond } from './clip';
import { openLossyRelay } from './lossy-relay';
import type { LossyRelay } from './lossy-relay';
import type { MediaSource } from './media-source';
import type { ReceptionStats } from './reception-stats';
import { maxWait_ms } from '../timing/max-wait';

const payloadTypes = { video: 96, audio: 111 };
const ntpBefore1970_ms = 2_208_988_800_000;
const now = (): number => performance.timeOrigin + performance.now();

/** Connections without a reference are garbage collected, even while in use. */
const liveClients = new Set<unknown>();

export class Client {
  protected readonly connection = new PeerConnection('client', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  protected readonly timers = new Set<NodeJS.Timeout>();
  relay: LossyRelay | null = null;
  readonly ended: Promise<void>;
  private resolveEnded = (): void => undefined;

  constructor() {
    liveClients.add(this);
    this.ended = new Promise((resolve) => (this.resolveEnded = resolve));
  }

  async offer(): Promise<string> {
    this.connection.setLocalDescription('offer');
    await Promise.resolve();
    return this.connection.localDescription()?.sdp ?? '';
  }

  /** Connects with the engine's answer, directly or through a lossy UDP relay. */
  async connect(answer: string, route: 'direct' | 'relay'): Promise<void> {
    const port = Number(/^a=candidate:.* (\d+) typ host$/m.exec(answer)?.[1]);
    if (route === 'relay') this.relay = await openLossyRelay(port);
    const connected = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the client did not connect in time')), maxWait_ms);
      this.connection.onStateChange((state) => {
        if (state === 'connected') {
          clearTimeout(timer);
          resolve();
        } else if (['disconnected', 'failed', 'closed'].includes(state)) {
          reject(new Error(`the connection is ${state}`));
          this.close();
        }
      });
    });
    this.connection.setRemoteDescription(
      this.relay ? answer.replaceAll(` ${String(port)} typ host`, ` ${String(this.relay.port)} typ host`) : answer,
      'answer',
    );
    await connected;
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers.clear();
    setImmediate(() => {
      this.connection.close();
      this.relay?.close();
      this.relay = null;
      liveClients.delete(this);
    });
    this.resolveEnded();
  }

  protected closeOnBye(packet: Buffer): void {
    if (isRtcp(packet) && readRtcp(packet).some(({ type }) => type === 'bye')) this.close();
  }

  protected every(interval_ms: number, action: () => void): void {
    this.timers.add(setInterval(action, interval_ms));
  }
}

interface Stream {
  track: Track;
  ssrc: number;
  type: number;
  clockRate: number;
  sequence: number;
  timestamp: number;
  packets: number;
}

/** Publishes a film in real time. */
export class FilmPublisher extends Client {
  keyFramesRequested = 0;
  framesSent = 0;
  private readonly video = this.stream('video');
  private readonly audio = this.stream('audio');
  private isKeyFrameRequested = false;

  /** `reportsPace`: how fast the timestamps of its sender reports advance; 1 is correct. */
  constructor(
    private readonly film: MediaSource,
    private readonly reportsPace = 1,
  ) {
    super();
    this.video.track.onMessage((packet) => {
      this.closeOnBye(packet);
      if (!readRtcp(packet).some(({ type }) => type === 'key_frame_request')) return;
      this.keyFramesRequested += 1;
      this.isKeyFrameRequested = true;
    });
  }

  /** Starts sending; the client must be connected. */
  play(): void {
    const started_ms = now();
    const sent = { frames: 0, audioPackets: 0, reports: 0 };
    this.every(5, () => {
      const elapsed_s = (now() - started_ms) / 1000;
      for (; sent.frames < elapsed_s * framesPerSecond; sent.frames += 1) this.sendFrame(sent.frames / framesPerSecond);
      for (; sent.audioPackets < elapsed_s * audioPacketsPerSecond; sent.audioPackets += 1)
        this.sendAudioPacket(sent.audioPackets / audioPacketsPerSecond);
      for (; sent.reports < elapsed_s; sent.reports += 1) this.sendReports(started_ms, elapsed_s);
    });
  }

  /** Sends raw bytes on the video track. */
  sendRaw(packet: Buffer): void {
    this.video.track.sendMessageBinary(packet);
  }

  get ssrc(): number {
    return this.video.ssrc;
  }

  private stream(kind: 'video' | 'audio'): Stream {
    const ssrc = randomInt(1, 2 ** 31);
    const media = kind === 'video' ? new Video('0', 'SendOnly') : new Audio('1', 'SendOnly');
    if (media instanceof Video) media.addVP8Codec(payloadTypes.video);
    else media.addOpusCodec(payloadTypes.audio);
    media.addSSRC(ssrc, 'publisher', 'film', kind);
    const track = this.connection.addTrack(media);
    track.setMediaHandler(new RtcpNackResponder(512));
    const clockRate = kind === 'video' ? 90_000 : 48_000;
    // Close to the end of the range, so that every test covers the wraparound.
    return { track, ssrc, type: payloadTypes[kind], clockRate, sequence: 65_000, timestamp: 2 ** 32 - 200_000, packets: 0 };
  }

  private sendFrame(at_s: number): void {
    const { isKey, parts } = this.film.nextFrame(this.isKeyFrameRequested);
    if (isKey) this.isKeyFrameRequested = false;
    this.framesSent += 1;
    for (const [index, part] of parts.entries()) {
      const descriptor = Buffer.from([index === 0 ? 0x10 : 0]);
      this.send(this.video, at_s, Buffer.concat([descriptor, part]), index === parts.length - 1);
    }
  }

  private sendAudioPacket(at_s: number): void {
    this.send(this.audio, at_s, this.film.nextAudioPacket(), false);
  }

  private send(stream: Stream, at_s: number, payload: Buffer, isMarked: boolean): void {
    const packet = Buffer.alloc(12 + payload.length);
    packet[0] = 0x80;
    packet[1] = stream.type | (isMarked ? 0x80 : 0);
    packet.writeUInt16BE(stream.sequence, 2);
    packet.writeUInt32BE((stream.timestamp + Math.round(at_s * stream.clockRate)) % 2 ** 32, 4);
    packet.writeUInt32BE(stream.ssrc, 8);
    payload.copy(packet, 12);
    stream.sequence = (stream.sequence + 1) & 0xffff;
    stream.packets += 1;
    try {
      stream.track.sendMessageBinary(packet);
    } catch {
      // When `sendRaw` has sent a higher sequence number, the library rejects the lower ones that follow.
    }
  }

  private sendReports(started_ms: number, elapsed_s: number): void {
    for (const { track, ssrc, timestamp, clockRate, packets } of [this.video, this.audio]) {
      const at = (timestamp + Math.round(elapsed_s * this.reportsPace * clockRate)) % 2 ** 32;
      const ntp_ms = started_ms + elapsed_s * 1000 + ntpBefore1970_ms;
      sendIfOpen(track, senderReport({ ssrc, ntp_ms, timestamp: at, packets, bytes: packets }));
    }
  }
}

/**
 * A connection connects shortly before its tracks open, and ends shortly after they close. The library closes a track on a thread of its
 * own, also between a check and the call.
 */
function sendIfOpen(track: Track, packet: Buffer): void {
  if (!track.isOpen()) return;
  try {
    track.sendMessageBinary(packet);
  } catch (error) {
    if (track.isOpen()) throw error;
  }
}

/** Watches, and requests lost packets again, and key frames when it needs them. */
export class FilmViewer extends Client {
  private readonly video = this.track('video');
  private readonly audio = this.track('audio');

  constructor(readonly receptionStats: ReceptionStats) {
    super();
    this.video.onMessage((packet) => {
      this.closeOnBye(packet);
      this.receptionStats.receiveVideo(packet, now());
    });
    this.audio.onMessage((packet) => this.receptionStats.receiveAudio(packet));
  }

  /** The SDP offers receiving only; the library itself needs `sendrecv` to send feedback. */
  override async offer(): Promise<string> {
    return (await super.offer()).replaceAll('a=sendrecv', 'a=recvonly');
  }

  play(): void {
    this.every(30, () => {
      if (!this.video.isOpen()) return;
      for (const packet of this.receptionStats.feedbackDue(now())) sendIfOpen(this.video, packet);
    });
  }

  /** Sends raw bytes as feedback. */
  sendRaw(packet: Buffer): void {
    this.video.sendMessageBinary(packet);
  }

  private track(kind: 'video' | 'audio'): Track {
    const media = kind === 'video' ? new Video('0', 'SendRecv') : new Audio('1', 'SendRecv');
    if (media instanceof Video) media.addVP8Codec(payloadTypes.video);
    else media.addOpusCodec(payloadTypes.audio);
    return this.connection.addTrack(media);
  }
}

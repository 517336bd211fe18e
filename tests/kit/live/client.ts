/**
 * Clients of WHIP and WHEP as a test needs them, on the same library as the engine. An error inside it ends the process: never
 * use it in the test runner's own.
 */
import { randomInt } from 'node:crypto';
import { Audio, PeerConnection, RtcpNackResponder, Video } from 'node-datachannel';
import type { Track } from 'node-datachannel';
import { readRtcp, senderReport } from '@server/streaming/embedded/rtcp';
import { isRtcp } from '@server/streaming/embedded/rtp';
import { framesPerSecond, soundsPerSecond } from './clip';
import { openRoad } from '../../support/live/road';
import type { Road } from '../../support/live/road';
import type { Film } from './media-source';
import type { Taken } from './reception-stats';

const types = { video: 96, audio: 111 };
const connecting_ms = 10_000;
const ntpBefore1970_ms = 2_208_988_800_000;
const now = (): number => performance.timeOrigin + performance.now();

/** Whatever is not referred to is collected, connections in use as well. */
const kept = new Set<unknown>();

export class Client {
  protected readonly connection = new PeerConnection('client', {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  });
  protected readonly timers = new Set<NodeJS.Timeout>();
  road: Road | null = null;
  readonly ended: Promise<void>;
  private tellEnd = (): void => undefined;

  constructor() {
    kept.add(this);
    this.ended = new Promise((resolve) => (this.tellEnd = resolve));
  }

  async offer(): Promise<string> {
    this.connection.setLocalDescription('offer');
    await Promise.resolve();
    return this.connection.localDescription()?.sdp ?? '';
  }

  /** Connects by the engine's answer; by a road of its own where `isByRoad`. */
  async connect(answer: string, way: 'straight' | 'by road'): Promise<void> {
    const port = Number(/^a=candidate:.* (\d+) typ host$/m.exec(answer)?.[1]);
    if (way === 'by road') this.road = await openRoad(port);
    const connected = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('it did not connect in time')), connecting_ms);
      this.connection.onStateChange((state) => {
        if (state === 'connected') {
          clearTimeout(timer);
          resolve();
        } else if (['disconnected', 'failed', 'closed'].includes(state)) {
          reject(new Error(`it is ${state}`));
          this.close();
        }
      });
    });
    this.connection.setRemoteDescription(
      this.road ? answer.replaceAll(` ${String(port)} typ host`, ` ${String(this.road.port)} typ host`) : answer,
      'answer',
    );
    await connected;
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers.clear();
    setImmediate(() => {
      this.connection.close();
      this.road?.close();
      this.road = null;
      kept.delete(this);
    });
    this.tellEnd();
  }

  protected endAtGoodbye(packet: Buffer): void {
    if (isRtcp(packet) && readRtcp(packet).some(({ type }) => type === 'bye')) this.close();
  }

  protected every(interval_ms: number, step: () => void): void {
    this.timers.add(setInterval(step, interval_ms));
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

/** Sends a film in real time. */
export class FilmPublisher extends Client {
  keyFramesAsked = 0;
  picturesSent = 0;
  private readonly video = this.stream('video');
  private readonly audio = this.stream('audio');
  private isKeyWanted = false;

  constructor(private readonly film: Film) {
    super();
    this.video.track.onMessage((packet) => {
      this.endAtGoodbye(packet);
      if (!readRtcp(packet).some(({ type }) => type === 'key_frame_wanted')) return;
      this.keyFramesAsked += 1;
      this.isKeyWanted = true;
    });
  }

  /** Sends from now on, as connected. */
  play(): void {
    const begun_ms = now();
    const sent = { pictures: 0, sounds: 0, reports: 0 };
    this.every(5, () => {
      const since_s = (now() - begun_ms) / 1000;
      for (; sent.pictures < since_s * framesPerSecond; sent.pictures += 1) this.sendPicture(sent.pictures / framesPerSecond);
      for (; sent.sounds < since_s * soundsPerSecond; sent.sounds += 1) this.sendSound(sent.sounds / soundsPerSecond);
      for (; sent.reports < since_s; sent.reports += 1) this.sendReports(begun_ms, since_s);
    });
  }

  /** Sends bytes as they are, on the track of the pictures. */
  sendRaw(packet: Buffer): void {
    this.video.track.sendMessageBinary(packet);
  }

  get ssrc(): number {
    return this.video.ssrc;
  }

  private stream(kind: 'video' | 'audio'): Stream {
    const ssrc = randomInt(1, 2 ** 31);
    const media = kind === 'video' ? new Video('0', 'SendOnly') : new Audio('1', 'SendOnly');
    if (media instanceof Video) media.addVP8Codec(types.video);
    else media.addOpusCodec(types.audio);
    media.addSSRC(ssrc, 'publisher', 'film', kind);
    const track = this.connection.addTrack(media);
    track.setMediaHandler(new RtcpNackResponder(512));
    const clockRate = kind === 'video' ? 90_000 : 48_000;
    // Near the end of the range, so that every test sees it begin anew.
    return { track, ssrc, type: types[kind], clockRate, sequence: 65_000, timestamp: 2 ** 32 - 200_000, packets: 0 };
  }

  private sendPicture(at_s: number): void {
    const { isKey, parts } = this.film.picture(this.isKeyWanted);
    if (isKey) this.isKeyWanted = false;
    this.picturesSent += 1;
    for (const [index, part] of parts.entries()) {
      const descriptor = Buffer.from([index === 0 ? 0x10 : 0]);
      this.send(this.video, at_s, Buffer.concat([descriptor, part]), index === parts.length - 1);
    }
  }

  private sendSound(at_s: number): void {
    this.send(this.audio, at_s, this.film.sound(), false);
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
      // After junk with a number of its own the library refuses what is behind that number.
    }
  }

  private sendReports(begun_ms: number, since_s: number): void {
    for (const { track, ssrc, timestamp, clockRate, packets } of [this.video, this.audio]) {
      // A connection is connected a moment before its tracks are open, and ends a moment after they are closed.
      if (!track.isOpen()) continue;
      const at = (timestamp + Math.round(since_s * clockRate)) % 2 ** 32;
      const ntp_ms = begun_ms + since_s * 1000 + ntpBefore1970_ms;
      track.sendMessageBinary(senderReport({ ssrc, ntp_ms, timestamp: at, packets, bytes: packets }));
    }
  }
}

/** Watches, and asks again for what it lacks. */
export class FilmViewer extends Client {
  private readonly video = this.track('video');
  private readonly audio = this.track('audio');

  constructor(readonly watched: Taken) {
    super();
    this.video.onMessage((packet) => {
      this.endAtGoodbye(packet);
      this.watched.video(packet, now());
    });
    this.audio.onMessage((packet) => this.watched.sound(packet));
  }

  /** It only receives; its own library has to be told otherwise, for it to send what it asks for. */
  override async offer(): Promise<string> {
    return (await super.offer()).replaceAll('a=sendrecv', 'a=recvonly');
  }

  play(): void {
    this.every(30, () => {
      if (!this.video.isOpen()) return;
      for (const packet of this.watched.due(now())) this.video.sendMessageBinary(packet);
    });
  }

  /** Sends bytes as they are, as feedback. */
  sendRaw(packet: Buffer): void {
    this.video.sendMessageBinary(packet);
  }

  private track(kind: 'video' | 'audio'): Track {
    const media = kind === 'video' ? new Video('0', 'SendRecv') : new Audio('1', 'SendRecv');
    if (media instanceof Video) media.addVP8Codec(types.video);
    else media.addOpusCodec(types.audio);
    return this.connection.addTrack(media);
  }
}

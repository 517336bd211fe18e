/** One room: its publisher, its viewers, and the forwarding of packets from one to the others. */
import { randomInt } from 'node:crypto';
import type { RoomState } from './wire';
import { KeyFrameRequests, freshKeyFrameAge_ms } from './key-frames';
import { sfuLimits } from './limits';
import type { MediaPacket, Publisher } from './publisher';
import { Relay } from './relay';
import { startsKeyFrame } from './rtp';
import type { MediaKind } from './rtp';
import type { Viewer } from './viewer';
import type { EventLine } from './wire';

/** The publisher of a packet; every connection is a new source. */
export type MediaSource = Pick<Publisher, 'hasAudio' | 'hasVideo' | 'isInSync' | 'shiftOf'>;

/** Receives the published packets for a recording. */
export interface RecordingSink {
  record(media: MediaPacket, source: MediaSource): void;
}

const random32 = (): number => randomInt(1, 2 ** 32 - 1);

export class Room {
  readonly relays: Readonly<Record<MediaKind, Relay>> = {
    audio: new Relay('audio', random32(), random32()),
    video: new Relay('video', random32(), random32()),
  };
  readonly ssrcs: Readonly<Record<MediaKind, number>> = { audio: this.relays.audio.ssrc, video: this.relays.video.ssrc };
  readonly viewers = new Set<Viewer>();
  /** Credentials with a serial up to this one are revoked, by identity. */
  readonly revokedSerials = new Map<string, number>();
  recordingSink: RecordingSink | null = null;
  publisher: Publisher | null = null;
  /** When it was last requested or not empty. */
  lastUsedAt_ms: number;
  /** The publisher of the last `published` event; null after `unpublished`. */
  private announcedPublisher: string | null = null;
  private readonly keyFrameRequests = new KeyFrameRequests();
  /** The publisher whose packets each relay currently carries. */
  private readonly sources: Partial<Record<MediaKind, Publisher>> = {};
  /** The latest sender report of each stream, for new viewers. */
  private readonly lastReports: Partial<Record<MediaKind, { timestamp: number; at_ms: number }>> = {};

  constructor(
    readonly name: string,
    private readonly emit: (event: EventLine) => void,
    now_ms: number,
  ) {
    this.lastUsedAt_ms = now_ms;
  }

  get isEmpty(): boolean {
    return this.publisher === null && this.viewers.size === 0 && this.recordingSink === null;
  }

  /** Whether it has been empty for so long that it is removed. */
  isExpired(now_ms: number): boolean {
    return now_ms - this.lastUsedAt_ms > (this.revokedSerials.size > 0 ? sfuLimits.revocation_ms : sfuLimits.emptyRoom_ms);
  }

  state(): RoomState {
    const isClockSkewed = this.publisher?.isClockSkewed === true;
    return { isPublished: this.announcedPublisher !== null, viewers: [...this.identities()], ...(isClockSkewed && { isClockSkewed }) };
  }

  /** Replaces the current publisher. Returns the previous one. */
  setPublisher(publisher: Publisher, now_ms: number): Publisher | null {
    const previous = this.publisher;
    this.publisher = publisher;
    publisher.lastPacketAt_ms = now_ms;
    this.announcePublisher(publisher.identity);
    this.requestKeyFrame(now_ms);
    return previous;
  }

  removePublisher(publisher: Publisher): void {
    if (this.publisher !== publisher) return;
    this.publisher = null;
    this.announcePublisher(null);
  }

  addViewer(viewer: Viewer, now_ms: number): void {
    const isFirst = !this.identities().has(viewer.identity);
    this.viewers.add(viewer);
    if (isFirst) this.emit({ type: 'joined', room: this.name, identity: viewer.identity });
    for (const kind of ['audio', 'video'] as const) {
      const report = this.lastReports[kind];
      if (report) viewer.sendReport(kind, report.timestamp, report.at_ms);
    }
    const fresh = this.relays.video.sinceKeyFrame(freshKeyFrameAge_ms, now_ms);
    for (const [index, stored] of fresh.entries()) viewer.forward({ kind: 'video', ...stored, isKeyFrame: index === 0 });
    if (fresh.length === 0 && viewer.hasVideo) this.requestKeyFrame(now_ms);
  }

  removeViewer(viewer: Viewer): void {
    if (!this.viewers.delete(viewer) || this.identities().has(viewer.identity)) return;
    this.emit({ type: 'left', room: this.name, identity: viewer.identity });
  }

  requestKeyFrame(now_ms: number): void {
    this.keyFrameRequests.request();
    this.sendDueKeyFrameRequest(now_ms);
  }

  /** Forwards a packet of `publisher` to all viewers. */
  forward(media: MediaPacket, publisher: Publisher, now_ms: number): void {
    if (this.publisher !== publisher) return;
    const { kind, codec, packet, rtp, number } = media;
    const isKeyFrame = startsKeyFrame(codec, rtp.payload);
    if (isKeyFrame && kind === 'video') this.keyFrameRequests.received();
    const relay = this.relays[kind];
    if (this.sources[kind] !== publisher) {
      // Only a key frame can follow the frames of another publisher.
      if (!isKeyFrame) {
        this.requestKeyFrame(now_ms);
        return;
      }
      relay.switchSource(number, rtp.timestamp, now_ms);
      this.sources[kind] = publisher;
    }
    this.recordingSink?.record(media, publisher);
    const streamNumber = relay.rewrite(media, isKeyFrame, now_ms);
    if (streamNumber === null) return;
    for (const viewer of this.viewers) viewer.forward({ kind, codec, packet, number: streamNumber, isKeyFrame });
  }

  /** Called when packets of `publisher` are dropped. The stream continues without a gap at the next key frame. */
  resync(publisher: Publisher): void {
    if (this.sources.video !== publisher && this.sources.audio !== publisher) return;
    this.sources.video = undefined;
    this.sources.audio = undefined;
    publisher.resetSequences();
  }

  /** Sends viewers the capture time of a timestamp of `publisher`. */
  updateClock(kind: MediaKind, timestamp: number, at_ms: number, publisher: Publisher): void {
    if (this.sources[kind] !== publisher) return;
    const report = { timestamp: this.relays[kind].timestampOf(timestamp), at_ms };
    this.lastReports[kind] = report;
    for (const viewer of this.viewers) viewer.sendReport(kind, report.timestamp, report.at_ms);
  }

  tick(now_ms: number): void {
    if (!this.isEmpty) this.lastUsedAt_ms = now_ms;
    const { publisher } = this;
    if (!publisher) return;
    publisher.tick(now_ms);
    this.sendDueKeyFrameRequest(now_ms);
    this.announcePublisher(now_ms - publisher.lastPacketAt_ms > sfuLimits.publisherGone_ms ? null : publisher.identity);
  }

  private sendDueKeyFrameRequest(now_ms: number): void {
    if (this.publisher?.hasVideo && this.keyFrameRequests.due(now_ms)) this.publisher.sendKeyFrameRequest();
  }

  /** Emits `published` or `unpublished` when the announced publisher changes. */
  private announcePublisher(identity: string | null): void {
    if (identity === this.announcedPublisher) return;
    if (this.announcedPublisher !== null) this.emit({ type: 'unpublished', room: this.name, identity: this.announcedPublisher });
    if (identity !== null) this.emit({ type: 'published', room: this.name, identity });
    this.announcedPublisher = identity;
  }

  private identities(): Set<string> {
    return new Set([...this.viewers].map(({ identity }) => identity));
  }
}

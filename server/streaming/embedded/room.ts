/** One session of one stream: who publishes, who watches, and what goes from the one to the others. */
import { randomInt } from 'node:crypto';
import type { RoomState } from '../engine';
import { KeyFrames, freshKeyFrame_ms } from './key-frames';
import { liveLimits } from './limits';
import type { Media, Publisher } from './publisher';
import { Relay } from './relay';
import { startsKeyFrame } from './rtp';
import type { Kind } from './rtp';
import type { Viewer } from './viewer';
import type { EventLine } from './wire';

/** Whoever a packet is from; another one for each connection. */
export type Source = Pick<Publisher, 'hasAudio' | 'hasVideo'>;

/** Whoever writes down what is published. */
export interface Scribe {
  take(media: Media, source: Source): void;
}

const someNumber = (): number => randomInt(1, 2 ** 32 - 1);

export class Room {
  readonly relays: Readonly<Record<Kind, Relay>> = {
    audio: new Relay('audio', someNumber(), someNumber()),
    video: new Relay('video', someNumber(), someNumber()),
  };
  readonly ssrcs: Readonly<Record<Kind, number>> = { audio: this.relays.audio.ssrc, video: this.relays.video.ssrc };
  readonly viewers = new Set<Viewer>();
  /** Credentials up to this number are worthless, by identity. */
  readonly barred = new Map<string, number>();
  scribe: Scribe | null = null;
  publisher: Publisher | null = null;
  usedAt_ms: number;
  /** Who was told to publish. */
  private shown: string | null = null;
  private readonly keyFrames = new KeyFrames();
  /** Whose packets each stream carries. */
  private readonly sources: Partial<Record<Kind, Publisher>> = {};
  private readonly clocks: Partial<Record<Kind, { timestamp: number; at_ms: number }>> = {};

  constructor(
    readonly name: string,
    private readonly tell: (event: EventLine) => void,
    now_ms: number,
  ) {
    this.usedAt_ms = now_ms;
  }

  get isEmpty(): boolean {
    return this.publisher === null && this.viewers.size === 0 && this.scribe === null;
  }

  state(): RoomState {
    return { isPublished: this.shown !== null, viewers: [...this.identities()] };
  }

  /** She takes the place of whoever published before, who is answered. */
  publish(publisher: Publisher, now_ms: number): Publisher | null {
    const before = this.publisher;
    this.publisher = publisher;
    publisher.lastPacketAt_ms = now_ms;
    this.show(publisher.identity);
    this.wantKeyFrame(now_ms);
    return before;
  }

  unpublish(publisher: Publisher): void {
    if (this.publisher !== publisher) return;
    this.publisher = null;
    this.show(null);
  }

  watch(viewer: Viewer, now_ms: number): void {
    const isFirst = !this.identities().has(viewer.identity);
    this.viewers.add(viewer);
    if (isFirst) this.tell({ type: 'joined', room: this.name, identity: viewer.identity });
    for (const kind of ['audio', 'video'] as const) {
      const clock = this.clocks[kind];
      if (clock) viewer.clock(kind, clock.timestamp, clock.at_ms);
    }
    const fresh = this.relays.video.sinceStart(freshKeyFrame_ms, now_ms);
    for (const [index, kept] of fresh.entries()) viewer.forward({ kind: 'video', ...kept, isStart: index === 0 });
    if (fresh.length === 0 && viewer.hasVideo) this.wantKeyFrame(now_ms);
  }

  unwatch(viewer: Viewer): void {
    if (!this.viewers.delete(viewer) || this.identities().has(viewer.identity)) return;
    this.tell({ type: 'left', room: this.name, identity: viewer.identity });
  }

  wantKeyFrame(now_ms: number): void {
    this.keyFrames.want();
    this.askForKeyFrame(now_ms);
  }

  /** A packet of `publisher` for everybody. */
  forward(media: Media, publisher: Publisher, now_ms: number): void {
    if (this.publisher !== publisher) return;
    const { kind, codec, packet, rtp, number } = media;
    const isStart = startsKeyFrame(codec, rtp.payload);
    if (isStart && kind === 'video') this.keyFrames.came();
    const relay = this.relays[kind];
    if (this.sources[kind] !== publisher) {
      // A picture of hers that needs one of somebody else's would be none.
      if (!isStart) {
        this.wantKeyFrame(now_ms);
        return;
      }
      relay.begin(number, rtp.timestamp, now_ms);
      this.sources[kind] = publisher;
    }
    this.scribe?.take(media, publisher);
    const own = relay.take(media, isStart, now_ms);
    if (own === null) return;
    for (const viewer of this.viewers) viewer.forward({ kind, codec, packet, number: own, isStart });
  }

  /** Packets of `publisher` are let fall: what comes after them begins anew, so that nobody asks for what will never come. */
  skip(publisher: Publisher): void {
    if (this.sources.video !== publisher && this.sources.audio !== publisher) return;
    this.sources.video = undefined;
    this.sources.audio = undefined;
    publisher.beginAnew();
  }

  /** Which instant a timestamp of `publisher` was. */
  clock(kind: Kind, timestamp: number, at_ms: number, publisher: Publisher): void {
    if (this.sources[kind] !== publisher) return;
    const clock = { timestamp: this.relays[kind].timestampOf(timestamp), at_ms };
    this.clocks[kind] = clock;
    for (const viewer of this.viewers) viewer.clock(kind, clock.timestamp, clock.at_ms);
  }

  tick(now_ms: number): void {
    if (!this.isEmpty) this.usedAt_ms = now_ms;
    const { publisher } = this;
    if (!publisher) return;
    publisher.tick(now_ms);
    this.askForKeyFrame(now_ms);
    this.show(now_ms - publisher.lastPacketAt_ms > liveLimits.silent_ms ? null : publisher.identity);
  }

  private askForKeyFrame(now_ms: number): void {
    if (this.publisher?.hasVideo && this.keyFrames.due(now_ms)) this.publisher.askForKeyFrame();
  }

  /** Tells a change of who is seen to publish. */
  private show(identity: string | null): void {
    if (identity === this.shown) return;
    if (this.shown !== null) this.tell({ type: 'unpublished', room: this.name, identity: this.shown });
    if (identity !== null) this.tell({ type: 'published', room: this.name, identity });
    this.shown = identity;
  }

  private identities(): Set<string> {
    return new Set([...this.viewers].map(({ identity }) => identity));
  }
}

/**
 * Writes down what is published in one room, in parts: a new one with every publisher, size of picture and pause, and every
 * minute, so that they can be converted while the show goes on. Whatever happens to it, the show does not notice.
 */
import { liveLimits } from '../limits';
import type { Media } from '../publisher';
import type { Scribe, Source } from '../room';
import { Order, Pictures } from './frames';
import type { Frame, Packet, PictureCodec } from './frames';
import { Part } from './part';

const pause_ms = 3_000;
/** Pictures arrive later than the sound that belongs to them: so long sound waits for the picture that may begin the next part. */
const soundWaits_ms = 1_000;

export interface RecorderPlan {
  /** Where the next part goes; null when the disk has no room for it. */
  nextPath(): string | null;
  /** A part is whole. */
  done(part: Part): void;
  /** It writes no more: too long, or the disk does not take it. */
  gaveUp(why: string): void;
  wantKeyFrame(): void;
}

interface Line {
  source: Source;
  codec: PictureCodec | null;
  audio: Order;
  video: Order;
}

export class Recorder implements Scribe {
  private line: Line | null = null;
  private part: Part | null = null;
  private lastAt_ms = 0;
  private written_ms = 0;
  private isOver = false;
  private isKeyWanted = false;
  /** Sound that may belong to a part that is not open yet. */
  private waiting: Frame[] = [];

  constructor(private readonly plan: RecorderPlan) {}

  take({ kind, codec, number, rtp, at_ms }: Media, source: Source): void {
    if (this.isOver) return;
    const pictureCodec = codec === 'opus' ? null : codec;
    if (this.line?.source !== source || (pictureCodec !== null && pictureCodec !== (this.line.codec ?? pictureCodec))) this.begin(source);
    const { line } = this;
    if (!line) return;
    if (pictureCodec !== null && line.codec === null) this.openPictures(line, pictureCodec);
    const { timestamp, isMarked, payload } = rtp;
    line[kind].take({ number, timestamp, isMarked, payload, at_ms });
  }

  /** Writes what is left and ends. */
  stop(): void {
    this.endLine();
    this.isOver = true;
  }

  private begin(source: Source): void {
    this.endLine();
    const audio = new Order(({ at_ms, payload }: Packet) => {
      if (payload.length > 0) this.sound({ at_ms, isKey: true, data: payload, setup: null });
    });
    this.line = { source, codec: null, audio, video: new Order(() => undefined) };
  }

  private openPictures(line: Line, codec: PictureCodec): void {
    const pictures = new Pictures(codec, (frame) => this.picture(frame, codec));
    line.codec = codec;
    line.video = new Order((packet, isAfterLoss) => pictures.take(packet, isAfterLoss));
  }

  private endLine(): void {
    this.line?.video.flush();
    this.line?.audio.flush();
    this.line = null;
    this.writeSoundBefore(Infinity);
    this.endPart();
  }

  private picture(frame: Frame, codec: PictureCodec): void {
    if (this.needsNew(frame)) {
      if (!frame.isKey) {
        this.wantKeyFrame();
        if (!this.part || frame.at_ms - this.lastAt_ms > pause_ms) return;
      } else {
        // With no part open this sound is from before the recording: a part takes nothing from before its beginning.
        this.writeSoundBefore(frame.at_ms);
        this.openPart({ codec, setup: frame.setup }, frame.at_ms);
      }
    }
    this.write('video', frame);
    this.writeSoundBefore(frame.at_ms);
  }

  private sound(frame: Frame): void {
    if (this.line?.source.hasVideo === false) {
      if (this.needsNew(frame)) this.openPart(null, frame.at_ms);
      this.write('audio', frame);
      return;
    }
    this.waiting.push(frame);
    this.writeSoundBefore(frame.at_ms - soundWaits_ms);
  }

  /** Writes the sound of before this instant into the part that is open. */
  private writeSoundBefore(at_ms: number): void {
    const due = this.waiting.filter((frame) => frame.at_ms < at_ms);
    if (due.length === 0) return;
    this.waiting = this.waiting.filter((frame) => frame.at_ms >= at_ms);
    for (const frame of due) this.write('audio', frame);
  }

  /** Whether a part ends before this frame, or should as soon as a whole picture comes. */
  private needsNew({ at_ms, setup }: Frame): boolean {
    if (!this.part) return true;
    const { begun_ms, tracks } = this.part;
    const isOther = setup !== null && tracks.video?.setup?.equals(setup) !== true;
    return isOther || at_ms - begun_ms > liveLimits.recording.part_s * 1000 || at_ms - this.lastAt_ms > pause_ms;
  }

  private openPart(video: Part['tracks']['video'], at_ms: number): void {
    this.endPart();
    if (this.written_ms > liveLimits.recording.length_s_max * 1000) {
      this.giveUp('it has reached its greatest length');
      return;
    }
    const path = this.plan.nextPath();
    if (path === null) {
      this.giveUp('the disk is too full');
      return;
    }
    this.isKeyWanted = false;
    this.lastAt_ms = at_ms;
    this.part = new Part(path, { video, hasAudio: this.line?.source.hasAudio ?? false }, at_ms);
  }

  private write(kind: 'audio' | 'video', frame: Frame): void {
    if (!this.part) return;
    if (!this.part.isSound) {
      this.giveUp('the disk does not take it');
      return;
    }
    this.part.add(kind, frame);
    this.lastAt_ms = Math.max(this.lastAt_ms, frame.at_ms);
  }

  private endPart(): void {
    const { part } = this;
    if (!part) return;
    this.part = null;
    this.written_ms += this.lastAt_ms - part.begun_ms;
    part.close();
    this.plan.done(part);
  }

  private giveUp(why: string): void {
    this.isOver = true;
    this.endPart();
    this.plan.gaveUp(why);
  }

  private wantKeyFrame(): void {
    if (this.isKeyWanted) return;
    this.isKeyWanted = true;
    this.plan.wantKeyFrame();
  }
}

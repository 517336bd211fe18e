/**
 * Records what is published in one room, in parts. A new part begins for each publisher and frame size, after each pause, and every
 * minute, so that parts can be converted during the show. A failure of the recording does not affect the show.
 */
import { sfuLimits } from '../limits';
import type { MediaPacket } from '../publisher';
import type { RecordingSink, MediaSource } from '../room';
import { ReorderBuffer, FrameAssembler } from './frames';
import type { Frame, Packet, VideoCodec } from './frames';
import { Part } from './part';

const gap_ms = 3_000;
/** Video arrives later than its audio: audio waits this long for a frame that may begin the next part. */
const audioWait_ms = 1_000;
/**
 * Only sender reports synchronize audio and video, and a browser takes up to four seconds until the first usable one. Packets are held
 * back for at most this long, so that a recording is in sync from its start.
 */
const syncWait_ms = 6_000;
/** A stream within its bitrate has fewer packets in that time. */
const pendingMax = 6_000;

export interface RecorderOptions {
  /** Recording stops after this many seconds. */
  length_s_max: number;
  /** The path of the next part; null when the disk has no space for it. */
  nextPath(): string | null;
  /** A part is complete; its file is being closed. */
  partEnded(part: Part): void;
  /** The recorder stopped by itself: the recording is too long, or the disk fails. */
  aborted(reason: string): void;
  requestKeyFrame(): void;
}

/** The packets held back until the source is in sync; null once it is, or the wait is over. */
interface PendingSource {
  source: MediaSource;
  since_ms: number;
  packets: MediaPacket[] | null;
}

interface SourcePipeline {
  source: MediaSource;
  codec: VideoCodec | null;
  audio: ReorderBuffer;
  video: ReorderBuffer;
}

export class Recorder implements RecordingSink {
  private pending: PendingSource | null = null;
  private pipeline: SourcePipeline | null = null;
  private part: Part | null = null;
  private lastFrameAt_ms = 0;
  private written_ms = 0;
  private isStopped = false;
  private isKeyFrameRequested = false;
  /** Audio that may belong to a part that is not open yet. */
  private waitingAudio: Frame[] = [];

  constructor(private readonly options: RecorderOptions) {}

  record(media: MediaPacket, source: MediaSource): void {
    if (this.isStopped) return;
    if (this.pending?.source !== source) {
      this.flushPending();
      this.pending = { source, since_ms: media.at_ms, packets: [] };
    }
    const { since_ms, packets } = this.pending;
    if (packets === null) {
      this.process(media, source);
      return;
    }
    packets.push(media);
    if (source.isInSync || media.at_ms - since_ms > syncWait_ms || packets.length > pendingMax) this.flushPending();
  }

  /** Processes the packets held back, with their corrected times. */
  private flushPending(): void {
    const { pending } = this;
    if (pending === null || pending.packets === null) return;
    const { source, packets } = pending;
    pending.packets = null;
    for (const media of packets) {
      const at_ms = media.at_ms + source.shiftOf(media.kind) - media.shift_ms;
      this.process({ ...media, at_ms }, source);
    }
  }

  private process({ kind, codec, number, rtp, at_ms }: MediaPacket, source: MediaSource): void {
    if (this.isStopped) return;
    const videoCodec = codec === 'opus' ? null : codec;
    if (this.pipeline?.source !== source || (videoCodec !== null && videoCodec !== (this.pipeline.codec ?? videoCodec)))
      this.startPipeline(source);
    const { pipeline } = this;
    if (!pipeline) return;
    if (videoCodec !== null && pipeline.codec === null) this.openVideo(pipeline, videoCodec);
    const { timestamp, isMarked, payload } = rtp;
    pipeline[kind].push({ number, timestamp, isMarked, payload, at_ms });
  }

  /** Writes what is buffered and stops. */
  stop(): void {
    this.flushPending();
    this.endPipeline();
    this.isStopped = true;
  }

  private startPipeline(source: MediaSource): void {
    this.endPipeline();
    const audio = new ReorderBuffer(({ at_ms, payload }: Packet) => {
      if (payload.length > 0) this.addAudio({ at_ms, isKey: true, data: payload, codecConfig: null });
    });
    this.pipeline = { source, codec: null, audio, video: new ReorderBuffer(() => undefined) };
  }

  private openVideo(pipeline: SourcePipeline, codec: VideoCodec): void {
    const assembler = new FrameAssembler(codec, (frame) => this.addVideo(frame, codec));
    pipeline.codec = codec;
    pipeline.video = new ReorderBuffer((packet, isAfterLoss) => assembler.push(packet, isAfterLoss));
  }

  private endPipeline(): void {
    this.pipeline?.video.flush();
    this.pipeline?.audio.flush();
    this.pipeline = null;
    this.writeAudioBefore(Infinity);
    this.endPart();
  }

  private addVideo(frame: Frame, codec: VideoCodec): void {
    if (this.needsNewPart(frame)) {
      if (!frame.isKey) {
        this.requestKeyFrame();
        if (!this.part || frame.at_ms - this.lastFrameAt_ms > gap_ms) return;
      } else {
        // Without an open part this audio is from before the recording: a part takes nothing from before its start.
        this.writeAudioBefore(frame.at_ms);
        this.openPart({ codec, codecConfig: frame.codecConfig }, frame.at_ms);
      }
    }
    this.write('video', frame);
    this.writeAudioBefore(frame.at_ms);
  }

  private addAudio(frame: Frame): void {
    if (this.pipeline?.source.hasVideo === false) {
      if (this.needsNewPart(frame)) this.openPart(null, frame.at_ms);
      this.write('audio', frame);
      return;
    }
    this.waitingAudio.push(frame);
    this.writeAudioBefore(frame.at_ms - audioWait_ms);
  }

  /** Writes the waiting audio from before this time into the open part. */
  private writeAudioBefore(at_ms: number): void {
    const due = this.waitingAudio.filter((frame) => frame.at_ms < at_ms);
    if (due.length === 0) return;
    this.waitingAudio = this.waitingAudio.filter((frame) => frame.at_ms >= at_ms);
    for (const frame of due) this.write('audio', frame);
  }

  /** Whether the open part ends before this frame, or at the next key frame. */
  private needsNewPart({ at_ms, codecConfig }: Frame): boolean {
    if (!this.part) return true;
    const { startedAt_ms, tracks } = this.part;
    const isNewConfig = codecConfig !== null && tracks.video?.codecConfig?.equals(codecConfig) !== true;
    return isNewConfig || at_ms - startedAt_ms > sfuLimits.recording.part_s * 1000 || at_ms - this.lastFrameAt_ms > gap_ms;
  }

  private openPart(video: Part['tracks']['video'], at_ms: number): void {
    this.endPart();
    if (this.written_ms > this.options.length_s_max * 1000) {
      this.abort('it has reached its greatest length');
      return;
    }
    const path = this.options.nextPath();
    if (path === null) {
      this.abort('the disk is too full');
      return;
    }
    this.isKeyFrameRequested = false;
    this.lastFrameAt_ms = at_ms;
    this.part = new Part(path, { video, hasAudio: this.pipeline?.source.hasAudio ?? false }, at_ms);
  }

  private write(kind: 'audio' | 'video', frame: Frame): void {
    if (!this.part) return;
    if (!this.part.isHealthy) {
      this.abort('the disk does not take it');
      return;
    }
    this.part.add(kind, frame);
    this.lastFrameAt_ms = Math.max(this.lastFrameAt_ms, frame.at_ms);
  }

  private endPart(): void {
    const { part } = this;
    if (!part) return;
    this.part = null;
    this.written_ms += this.lastFrameAt_ms - part.startedAt_ms;
    part.close();
    this.options.partEnded(part);
  }

  private abort(reason: string): void {
    this.isStopped = true;
    this.endPart();
    this.options.aborted(reason);
  }

  private requestKeyFrame(): void {
    if (this.isKeyFrameRequested) return;
    this.isKeyFrameRequested = true;
    this.options.requestKeyFrame();
  }
}

/** One file of a recording while it is written. It buffers for a slow disk; a full disk fails only this file. */
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { sfuLimits } from '../limits';
import type { MediaKind } from '../rtp';
import type { Frame } from './frames';
import { ClusterWriter, fileHeader } from './matroska';
import type { Tracks } from './matroska';

export class Part {
  private readonly stream: WriteStream;
  private readonly clusterWriter = new ClusterWriter();
  private readonly lastBlock_ms: Record<MediaKind, number> = { audio: 0, video: 0 };
  private hasFailed = false;
  readonly closed: Promise<void>;

  constructor(
    readonly path: string,
    readonly tracks: Tracks,
    readonly startedAt_ms: number,
  ) {
    this.stream = createWriteStream(path, { mode: 0o600 });
    this.stream.on('error', () => (this.hasFailed = true));
    this.closed = new Promise((resolve) => this.stream.once('close', resolve));
    this.stream.write(fileHeader(tracks));
  }

  /** False when the disk is full, gone, or far too slow. */
  get isHealthy(): boolean {
    return !this.hasFailed && this.stream.writableLength < sfuLimits.recording.writeBacklog_bytes_max;
  }

  add(kind: MediaKind, { at_ms, isKey, data }: Frame): void {
    const since_ms = Math.round(at_ms - this.startedAt_ms);
    if (since_ms < 0 || this.hasFailed) return;
    // A clock correction may step back a little, but timestamps in a file must not.
    this.lastBlock_ms[kind] = Math.max(since_ms, this.lastBlock_ms[kind]);
    this.stream.write(this.clusterWriter.block(kind, this.lastBlock_ms[kind], isKey, data));
  }

  close(): void {
    this.stream.end();
  }
}

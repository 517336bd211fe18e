/** One file of a recording while it is written: it takes what a slow disk leaves it, and a full disk fails it alone. */
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { liveLimits } from '../limits';
import type { Kind } from '../rtp';
import type { Frame } from './frames';
import { Clusters, webmHead } from './webm';
import type { Tracks } from './webm';

export class Part {
  private readonly stream: WriteStream;
  private readonly clusters = new Clusters();
  private readonly last_ms: Record<Kind, number> = { audio: 0, video: 0 };
  private hasFailed = false;
  readonly closed: Promise<void>;

  constructor(
    readonly path: string,
    readonly tracks: Tracks,
    readonly begun_ms: number,
  ) {
    this.stream = createWriteStream(path, { mode: 0o600 });
    this.stream.on('error', () => (this.hasFailed = true));
    this.closed = new Promise((resolve) => this.stream.once('close', resolve));
    this.stream.write(webmHead(tracks));
  }

  /** False: the disk is full, gone, or far too slow. */
  get isSound(): boolean {
    return !this.hasFailed && this.stream.writableLength < liveLimits.recording.unwritten_bytes_max;
  }

  add(kind: Kind, { at_ms, isKey, data }: Frame): void {
    const since_ms = Math.round(at_ms - this.begun_ms);
    if (since_ms < 0 || this.hasFailed) return;
    // A clock that is put right may step back a little: files want times that do not.
    this.last_ms[kind] = Math.max(since_ms, this.last_ms[kind]);
    this.stream.write(this.clusters.block(kind, this.last_ms[kind], isKey, data));
  }

  close(): void {
    this.stream.end();
  }
}

/**
 * The recordings of all rooms. What is being made lies in a folder below `DATA_DIR/live` that is named after its room, what is
 * ready beside it as `<room>.<milliseconds>.mp4`: the disk alone says how things stand, so that an engine that was killed goes on.
 */
import { existsSync, mkdirSync, readdirSync, statSync, statfsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../kernel/config';
import type { Logger } from '../../../kernel/log';
import type { RecordingState } from '../../engine';
import { liveLimits } from '../limits';
import type { Room } from '../room';
import { isName } from '../wire';
import { boxOf, convertPart, joinParts } from './conversion';
import type { Part } from './part';
import { Recorder } from './recorder';

export interface RecordingsOptions {
  config: Pick<Config, 'ffmpegPath' | 'dataDir'>;
  log: Logger;
  /** A recording is ready. */
  ready(room: string): void;
  /** In milliseconds, never backwards. */
  now(): number;
}

const attemptsMax = 3;
/** After the first failure; longer after each further one. */
const again_ms = 3_000;
const rawEnd = '.webm';
const madeEnd = '.mkv';

export class Recordings {
  private readonly root: string;
  private readonly recorders = new Map<string, { recorder: Recorder; room: Room }>();
  private readonly writing = new Set<string>();
  /** One conversion at a time: the pictures of the shows come first. */
  private queue: Promise<void> = Promise.resolve();
  private readonly closing = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosing = false;

  constructor(private readonly options: RecordingsOptions) {
    this.root = join(options.config.dataDir, 'live');
    mkdirSync(this.root, { recursive: true });
    this.takeOver();
  }

  /** Begins, or goes on with what an earlier engine left. Twice is once. */
  start(room: Room): void {
    if (this.recorders.has(room.name)) return;
    const folder = join(this.root, room.name);
    mkdirSync(folder, { recursive: true });
    const recorder = new Recorder({
      nextPath: () => this.nextPath(folder),
      done: (part) => this.partDone(room.name, folder, part),
      gaveUp: (why) => this.options.log.error({ room: room.name, why }, 'a recording ends early'),
      wantKeyFrame: () => room.wantKeyFrame(this.options.now()),
    });
    this.recorders.set(room.name, { recorder, room });
    room.scribe = recorder;
    room.wantKeyFrame(this.options.now());
  }

  /** Ends it; what was written, by an earlier engine too, is made ready from here on. Without one nothing happens. */
  stop(name: string): void {
    const known = this.recorders.get(name);
    this.recorders.delete(name);
    if (known) {
      known.room.scribe = null;
      known.recorder.stop();
    }
    this.finish(name, attemptsMax);
  }

  state(name: string): RecordingState {
    if (this.recorders.has(name)) return { status: 'recording' };
    const entries = readdirSync(this.root);
    const file = entries.find((entry) => entry.startsWith(`${name}.`) && entry.endsWith('.mp4'));
    if (file !== undefined) return { status: 'ready', path: join(this.root, file), duration_s: Number(file.split('.')[1]) / 1000 };
    return { status: entries.includes(name) ? 'pending' : 'none' };
  }

  /** Closes the files; the next engine goes on with them. */
  async close(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const { recorder } of this.recorders.values()) recorder.stop();
    await Promise.all(this.closing);
  }

  private nextPath(folder: string): string | null {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < liveLimits.recording.free_bytes_min) return null;
    const numbers = readdirSync(folder).map((entry) => Number.parseInt(entry, 10) || 0);
    const path = join(folder, `${String(Math.max(0, ...numbers) + 1).padStart(5, '0')}${rawEnd}`);
    this.writing.add(path);
    return path;
  }

  private partDone(name: string, folder: string, part: Part): void {
    this.closing.add(part.closed);
    void part.closed.then(() => this.closing.delete(part.closed));
    this.enqueue(name, async () => {
      await part.closed;
      this.writing.delete(part.path);
      await this.convertAll(folder);
    });
  }

  private enqueue(name: string, work: () => Promise<void>): void {
    this.queue = this.queue.then(async () => {
      if (this.isClosing) return;
      await work().catch((error: unknown) => this.options.log.warn({ err: error, room: name }, 'a part of a recording has to wait'));
    });
  }

  /** Converts what has been written in full; a part that cannot be converted stays for the next attempt. */
  private async convertAll(folder: string): Promise<void> {
    const entries = (await readdir(folder)).sort();
    const raw = entries.filter((entry) => entry.endsWith(rawEnd) && !this.writing.has(join(folder, entry)));
    const model = entries.find((entry) => entry.endsWith(madeEnd)) ?? raw[0];
    if (model === undefined || raw.length === 0) return;
    const box = await boxOf(this.options.config, join(folder, model));
    for (const entry of raw) {
      const path = join(folder, entry);
      await convertPart(this.options.config, path, path.replace(rawEnd, madeEnd), box);
      await rm(path);
    }
  }

  private finish(name: string, attempts: number): void {
    const folder = join(this.root, name);
    this.enqueue(name, async () => {
      // Somebody goes on with it: it ends with the next stop.
      if (this.recorders.has(name) || !existsSync(folder)) return;
      try {
        await this.convertAll(folder);
        await this.join(name, folder);
      } catch (error) {
        this.options.log.warn({ err: error, room: name, attempts }, 'a recording could not be finished yet');
        if (attempts > 1) this.later(again_ms * (attemptsMax - attempts + 1), () => this.finish(name, attempts - 1));
        else await this.salvage(name, folder);
      }
    });
  }

  private async join(name: string, folder: string): Promise<void> {
    const parts = (await readdir(folder)).filter((entry) => entry.endsWith(madeEnd)).sort();
    if (parts.length === 0) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
    await joinParts(this.options.config, folder, parts, (duration_s) => join(this.root, `${name}.${Math.round(duration_s * 1000)}.mp4`));
    this.options.ready(name);
  }

  /** What could not be converted again and again is left out of the recording. */
  private async salvage(name: string, folder: string): Promise<void> {
    this.options.log.error({ room: name }, 'parts of a recording are lost');
    for (const entry of await readdir(folder)) if (entry.endsWith(rawEnd)) await rm(join(folder, entry));
    await this.join(name, folder).catch(() => rm(folder, { recursive: true, force: true }));
  }

  /** What an engine left that was killed, and what nobody took. */
  private takeOver(): void {
    for (const entry of readdirSync(this.root)) {
      const path = join(this.root, entry);
      const { mtimeMs } = statSync(path);
      if (entry.endsWith('.mp4')) {
        if (Date.now() - mtimeMs > liveLimits.recording.kept_ms) void rm(path, { force: true });
      } else if (isName(entry)) {
        this.later(liveLimits.recording.leftAlone_ms, () => {
          if (!this.recorders.has(entry)) this.finish(entry, attemptsMax);
        });
      }
    }
  }

  private later(delay_ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      then();
    }, delay_ms);
    this.timers.add(timer);
  }
}

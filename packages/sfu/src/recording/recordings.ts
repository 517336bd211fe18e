/**
 * The recordings of all rooms. Parts are in a folder named after their room, a finished recording is beside it as
 * `<room>.<duration in milliseconds>.mp4`. The state is only on disk, so that a killed engine continues after a restart.
 */
import { existsSync, mkdirSync, readdirSync, statSync, statfsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sfuLimits } from '../limits';
import type { Log } from '../log';
import type { Room } from '../room';
import { isName, type RecordingState } from '../wire';
import { outputSizeOf, convertPart, joinParts, type Converter } from './conversion';
import type { Part } from './part';
import { Recorder } from './recorder';

export interface RecordingsOptions {
  /** Where recordings are written. */
  folder: string;
  converter: Converter;
  /** A recording stops after this many seconds. */
  length_s_max: number;
  log: Log;
  /** Called when a recording is ready. */
  ready(room: string): void;
  /** In milliseconds, monotonic. */
  now(): number;
}

const attemptsMax = 3;
/** Delay after the first failure; longer after each further one. */
const retry_ms = 3_000;
const rawExtension = '.webm';
const convertedExtension = '.mkv';

export class Recordings {
  private readonly root: string;
  private readonly recorders = new Map<string, { recorder: Recorder; room: Room }>();
  private readonly openPaths = new Set<string>();
  /** One conversion at a time: live shows have priority. */
  private queue: Promise<void> = Promise.resolve();
  private readonly closing = new Set<Promise<void>>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private isClosing = false;

  constructor(private readonly options: RecordingsOptions) {
    this.root = options.folder;
    mkdirSync(this.root, { recursive: true });
    this.resumeOrphans();
  }

  /** Starts a recording, or continues the one of a previous process. Idempotent. */
  start(room: Room): void {
    if (this.recorders.has(room.name)) return;
    const folder = join(this.root, room.name);
    mkdirSync(folder, { recursive: true });
    const recorder = new Recorder({
      length_s_max: this.options.length_s_max,
      nextPath: () => this.nextPath(folder),
      partEnded: (part) => this.onPartEnded(room.name, folder, part),
      aborted: (reason) => this.options.log.error({ room: room.name, reason }, 'a recording ends early'),
      requestKeyFrame: () => room.requestKeyFrame(this.options.now()),
    });
    this.recorders.set(room.name, { recorder, room });
    room.recordingSink = recorder;
    room.requestKeyFrame(this.options.now());
  }

  /** Stops the recording and converts all parts, also those of a previous process. Without a recording it does nothing. */
  stop(name: string): void {
    const active = this.recorders.get(name);
    this.recorders.delete(name);
    if (active) {
      active.room.recordingSink = null;
      active.recorder.stop();
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

  /** Closes the files; the next process continues with them. */
  async close(): Promise<void> {
    this.isClosing = true;
    for (const timer of this.timers) clearTimeout(timer);
    for (const { recorder } of this.recorders.values()) recorder.stop();
    await Promise.all(this.closing);
  }

  private nextPath(folder: string): string | null {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < sfuLimits.recording.free_bytes_min) return null;
    const numbers = readdirSync(folder).map((entry) => Number.parseInt(entry, 10) || 0);
    const path = join(folder, `${String(Math.max(0, ...numbers) + 1).padStart(5, '0')}${rawExtension}`);
    this.openPaths.add(path);
    return path;
  }

  private onPartEnded(name: string, folder: string, part: Part): void {
    this.closing.add(part.closed);
    void part.closed.then(() => this.closing.delete(part.closed));
    this.enqueue(name, async () => {
      await part.closed;
      this.openPaths.delete(part.path);
      await this.convertAll(folder);
    });
  }

  private enqueue(name: string, work: () => Promise<void>): void {
    this.queue = this.queue.then(async () => {
      if (this.isClosing) return;
      await work().catch((error: unknown) => this.options.log.warn({ err: error, room: name }, 'a part of a recording has to wait'));
    });
  }

  /** Converts all complete parts; a part that fails remains for the next attempt. */
  private async convertAll(folder: string): Promise<void> {
    const entries = (await readdir(folder)).sort();
    const raw = entries.filter((entry) => entry.endsWith(rawExtension) && !this.openPaths.has(join(folder, entry)));
    const reference = entries.find((entry) => entry.endsWith(convertedExtension)) ?? raw[0];
    if (reference === undefined || raw.length === 0) return;
    const frameSize = await outputSizeOf(this.options.converter, join(folder, reference));
    for (const entry of raw) {
      const path = join(folder, entry);
      await convertPart(this.options.converter, path, path.replace(rawExtension, convertedExtension), frameSize);
      await rm(path);
    }
  }

  private finish(name: string, attemptsLeft: number): void {
    const folder = join(this.root, name);
    this.enqueue(name, async () => {
      // The recording has been started again: the next stop finishes it.
      if (this.recorders.has(name) || !existsSync(folder)) return;
      try {
        await this.convertAll(folder);
        await this.joinConverted(name, folder);
      } catch (error) {
        this.options.log.warn({ err: error, room: name, attempts: attemptsLeft }, 'a recording could not be finished yet');
        if (attemptsLeft > 1) this.schedule(retry_ms * (attemptsMax - attemptsLeft + 1), () => this.finish(name, attemptsLeft - 1));
        else await this.salvage(name, folder);
      }
    });
  }

  /** Joins the converted parts into the finished recording. */
  private async joinConverted(name: string, folder: string): Promise<void> {
    const parts = (await readdir(folder)).filter((entry) => entry.endsWith(convertedExtension)).sort();
    if (parts.length === 0) {
      await rm(folder, { recursive: true, force: true });
      return;
    }
    await joinParts(this.options.converter, folder, parts, (duration_s) => join(this.root, `${name}.${Math.round(duration_s * 1000)}.mp4`));
    this.options.ready(name);
  }

  /** Finishes the recording without the parts whose conversion failed repeatedly. */
  private async salvage(name: string, folder: string): Promise<void> {
    this.options.log.error({ room: name }, 'parts of a recording are lost');
    for (const entry of await readdir(folder)) if (entry.endsWith(rawExtension)) await rm(join(folder, entry));
    await this.joinConverted(name, folder).catch(() => rm(folder, { recursive: true, force: true }));
  }

  /** Finishes recordings of a killed process, and removes finished ones that were never collected. */
  private resumeOrphans(): void {
    for (const entry of readdirSync(this.root)) {
      const path = join(this.root, entry);
      const { mtimeMs } = statSync(path);
      if (entry.endsWith('.mp4')) {
        if (Date.now() - mtimeMs > sfuLimits.recording.retention_ms) void rm(path, { force: true });
      } else if (isName(entry)) {
        this.schedule(sfuLimits.recording.orphaned_ms, () => {
          if (!this.recorders.has(entry)) this.finish(entry, attemptsMax);
        });
      }
    }
  }

  private schedule(delay_ms: number, callback: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      callback();
    }, delay_ms);
    this.timers.add(timer);
  }
}

/**
 * The queue of uploads: two at once, in pieces that go on after a cut, then followed until the host has made them ready.
 * It belongs to no page, so leaving one stops nothing.
 */
import { messages } from '@contract/kernel/errors';
import type { FinishedUpload } from '@contract/endpoint';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { kindOfFile } from '@contract/values';
import type { FileType } from '@contract/values';
import type { CallOptions } from '@web/services/call';
import { services } from '@web/services/services';
import { offline, Refused } from '@web/services/api-error';
import { sayWhenAnimated } from './animation';
import { problemOf } from '@web/session/problem';
import { readUploads, replaceUploads } from './upload-list';
import type { StoredFile, Upload } from './upload-list';
import { sendPieces } from '@web/session/upload-pieces';

const atOnce = 2;
/** The speed of a shorter time says nothing about what is left. */
const speedAfter_ms = 2000;
/** A host that died at it will never be done. */
const busyTriesMax = 10;

/** Gives what was sent to where it belongs: the file itself when it is small, else its finished upload. */
export type Finish = (sent: Blob | FinishedUpload, options: CallOptions) => Promise<StoredFile | null>;

interface Asked {
  file: File;
  type: FileType;
  place: string;
  href: string;
  /** `finish` puts the file where it belongs. */
  attaches?: boolean;
  /** Without it the file is sent and waits for `finishUpload`. */
  finish?: Finish;
}

/** What is known of an upload beside what screens see. */
interface Job {
  file: File;
  finish: Finish | null;
  /** Of the intention: an answer that was lost and is asked for again makes no second file. */
  key: string;
  uploadId: string | null;
  isSent: boolean;
  controller: AbortController | null;
}

const jobs = new Map<string, Job>();
let lastId = 0;
let owner: string | null = null;

function change(id: string, next: Partial<Upload>): void {
  replaceUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
}

/** Puts a file into the queue and answers the upload's id. */
export function startUpload({ file, type, place, href, attaches = false, finish }: Asked): string {
  lastId += 1;
  // Not the same again after a reload: drafts are kept under it.
  const id = `upload-${String(Math.round(performance.timeOrigin))}-${String(lastId)}`;
  jobs.set(id, { file, finish: finish ?? null, key: crypto.randomUUID(), uploadId: null, isSent: false, controller: null });
  const isPicture = kindOfFile[type] === 'image';
  if (isPicture) void sayWhenAnimated(file);
  const preview = isPicture ? URL.createObjectURL(file) : null;
  const upload: Upload = {
    ...{ id, place, attaches, href, type, name: file.name, size: file.size, preview },
    ...{ state: 'queued', percent: 0, secondsLeft: null, reason: null, file: null },
  };
  replaceUploads((before) => [...before, upload]);
  pump();
  return id;
}

/** Says what becomes of a file that may still be on its way: `finish` runs once all of it is there. */
export function finishUpload(id: string, finish: Finish): void {
  const job = jobs.get(id);
  if (!job) return;
  job.finish = finish;
  const state = readUploads().find((upload) => upload.id === id)?.state;
  if (state === 'sent' || (state === 'failed' && job.isSent)) queueAgain(id);
}

/** Stops an upload; the host forgets what it has of it. */
export function cancelUpload(id: string): void {
  const job = jobs.get(id);
  if (!job) return;
  forget(job);
  change(id, { state: 'cancelled', secondsLeft: null, reason: null, percent: 0 });
  pump();
}

/** Goes on with what failed: from where the host stands, or by making the stored file ready once more. */
export function retryUpload(id: string): void {
  const upload = readUploads().find((one) => one.id === id);
  if (upload?.state === 'unready' && upload.file) void makeReadyAgain(id, upload.file);
  else queueAgain(id);
}

/** Takes uploads off the list; those on their way are stopped. */
export function dropUploads(ids: readonly string[]): void {
  for (const upload of readUploads()) {
    if (!ids.includes(upload.id)) continue;
    const job = jobs.get(upload.id);
    if (job) forget(job);
    if (upload.preview) URL.revokeObjectURL(upload.preview);
    jobs.delete(upload.id);
  }
  replaceUploads((before) => before.filter(({ id }) => !ids.includes(id)));
  pump();
}

/** The finished upload of a file that is sent without a `finish`; null while it is on its way, or failed. */
export function sentUpload(id: string): FinishedUpload | null {
  const job = jobs.get(id);
  return job?.isSent && job.uploadId !== null ? { uploadId: job.uploadId } : null;
}

/** Takes uploads that something has taken off the list, and leaves them with the host. */
export function uploadsTaken(ids: readonly string[]): void {
  for (const id of ids) {
    const job = jobs.get(id);
    if (job) job.uploadId = null;
  }
  dropUploads(ids);
}

/** Says which screen an upload belongs to from now on; none with an empty text. */
export function moveUpload(id: string, place: string): void {
  change(id, { place });
}

/** What was sent for `place` has been taken, and what was cancelled was not wanted: only files that are still made ready stay, for no screen. */
export function releaseUploads(place: string): void {
  const own = readUploads().filter((upload) => upload.place === place);
  dropUploads(own.filter(({ state }) => state === 'done' || state === 'cancelled').map(({ id }) => id));
  for (const { id, state } of own) if (state === 'processing') change(id, { place: '' });
}

/** Whose uploads these are: what somebody else has left behind in this browser is stopped and forgotten. */
export function uploadsBelongTo(accountId: string): void {
  if (owner !== null && owner !== accountId) dropUploads(readUploads().map(({ id }) => id));
  owner = accountId;
}

/** The host told how far a file is. */
export function fileHeard(file: StoredFile): void {
  for (const upload of readUploads()) if (upload.file?._id === file._id) change(upload.id, standingOf(file));
}

/** Asks the host about every file that it is making ready. */
export async function askAboutFiles(): Promise<void> {
  const files = readUploads().flatMap(({ state, file }) => (state === 'processing' && file ? [file._id] : []));
  const answers = await Promise.allSettled(files.map((id) => services.files['GET /files/:id/status']({ params: { id } })));
  for (const answer of answers) if (answer.status === 'fulfilled') fileHeard(answer.value);
}

function forget(job: Job): void {
  job.controller?.abort();
  job.controller = null;
  const { uploadId } = job;
  job.uploadId = null;
  job.isSent = false;
  // What cannot be cancelled now is forgotten by the host after a day.
  if (uploadId !== null) services.files['DELETE /uploads/:id']({ params: { id: uploadId } }).catch(() => undefined);
}

function queueAgain(id: string): void {
  change(id, { state: 'queued', reason: null });
  pump();
}

const isRunning = ({ state }: Upload): boolean => state === 'sending' || state === 'waiting';

function pump(): void {
  const uploads = readUploads();
  const free = atOnce - uploads.filter(isRunning).length;
  const next = uploads.filter(({ state }) => state === 'queued').slice(0, Math.max(0, free));
  for (const { id } of next) void run(id);
}

async function run(id: string): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  const controller = new AbortController();
  job.controller = controller;
  const { signal } = controller;
  change(id, { state: 'sending' });
  try {
    const next = await sentThroughCuts(id, job, signal);
    if (!signal.aborted) change(id, { secondsLeft: null, ...next });
  } catch (thrown) {
    if (!signal.aborted) change(id, { state: 'failed', secondsLeft: null, reason: problemOf(thrown, messages.anyFailure).message });
  }
  pump();
}

/** Whether it goes on by itself: no answer came, or the host is still at what was sent before the answer was lost. */
function mayComeYet(thrown: unknown, tries: number): boolean {
  if (!(thrown instanceof Refused)) return false;
  return thrown.error === 'offline' || (thrown.error === 'request_in_progress' && tries < busyTriesMax);
}

async function sentThroughCuts(id: string, job: Job, signal: AbortSignal): Promise<Partial<Upload>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await sent(id, job, signal);
    } catch (thrown) {
      if (signal.aborted || !mayComeYet(thrown, tries)) throw thrown;
    }
    change(id, { state: 'waiting', secondsLeft: null });
    if (!(await connectionBack(tries, signal))) throw offline();
    change(id, { state: 'sending' });
  }
}

async function sent(id: string, job: Job, signal: AbortSignal): Promise<Partial<Upload>> {
  const { file } = job;
  const tell = progressOf(id, file.size);
  if (job.finish && job.uploadId === null && file.size <= limits.uploadPiece_bytes) {
    return standingOf(await job.finish(file, { signal, idempotencyKey: job.key, onProgress: (part) => tell(part * file.size) }));
  }
  if (!job.isSent) {
    const { uploadId } = job;
    const onBegun = (begun: string) => {
      job.uploadId = begun;
    };
    job.uploadId = await sendPieces({ file, type: typeOf(id), uploadId, signal, onBegun, onSent: tell });
    job.isSent = true;
  }
  if (!job.finish || job.uploadId === null) return { state: 'sent', percent: 100 };
  const stored = await job.finish({ uploadId: job.uploadId }, { signal, idempotencyKey: job.key });
  // It belongs to what took it: cancelling takes nothing away any more.
  job.uploadId = null;
  return standingOf(stored);
}

const typeOf = (id: string): FileType => readUploads().find((upload) => upload.id === id)?.type ?? 'feed-photo';

function progressOf(id: string, size: number): (bytes: number) => void {
  const since = performance.now();
  let first: number | null = null;
  return (bytes) => {
    first ??= bytes;
    const passed_ms = performance.now() - since;
    const speed = (bytes - first) / passed_ms;
    const secondsLeft = passed_ms < speedAfter_ms || speed <= 0 ? null : Math.ceil((size - bytes) / speed / 1000);
    change(id, { percent: (bytes / size) * 100, secondsLeft });
  };
}

function standingOf(file: StoredFile | null): Partial<Upload> {
  if (file === null || file.status === 'finished') return { state: 'done', percent: 100, reason: null, file };
  if (file.status === 'error') return { state: 'unready', reason: file.failure, file };
  return { state: 'processing', percent: file.progress, reason: null, file };
}

async function makeReadyAgain(id: string, file: StoredFile): Promise<void> {
  try {
    change(id, standingOf(await services.files['POST /files/:id/retry']({ params: { id: file._id } })));
  } catch (thrown) {
    change(id, { reason: problemOf(thrown, messages.anyFailure).message });
  }
}

/** Settles when the browser says that it is online again, or when the next try is due; false when nobody waits any more. */
function connectionBack(tries: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      window.removeEventListener('online', stop);
      signal.removeEventListener('abort', stop);
      resolve(!signal.aborted);
    };
    const timer = setTimeout(stop, Math.min(reconnection.delay_ms * 2 ** Math.min(tries, 10), reconnection.delayMax_ms));
    window.addEventListener('online', stop);
    signal.addEventListener('abort', stop);
  });
}

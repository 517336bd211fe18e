/**
 * The upload queue: two uploads at a time, in resumable chunks, tracked until the server has processed them. It is independent of pages,
 * so navigation does not stop it.
 */
import { v4 as uuid } from 'uuid';
import * as messages from '@contract/kernel/messages';
import type { FinishedUpload } from '@contract/kernel/endpoint';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { kindOfFile } from '@contract/kernel/values/files';
import type { FileType } from '@contract/kernel/values/files';
import type { CallOptions } from '@web/services/call';
import { services } from '@web/services/services';
import { offline, ApiError } from '@web/services/api-error';
import { toSupportedImage, heicErrorMessage, isHeic } from '@web/lib/files/heic';
import { warnIfAnimated } from './animation';
import { serializeError } from '@web/services/serialized-error';
import { readUploads, replaceUploads } from './upload-list';
import type { StoredFile, Upload } from './upload-list';
import { sendPieces } from './upload-pieces';

const concurrency = 2;
/** The remaining time is estimated only after this time, when the speed is meaningful. */
const speedAfter_ms = 2000;
/** Limits retries of `request_in_progress`: a server that crashed during the request never finishes it. */
const busyTriesMax = 10;

/** Attaches an upload to its item: receives the file itself if it is small, else its finished upload. */
export type Finish = (sent: Blob | FinishedUpload, options: CallOptions) => Promise<StoredFile | null>;

interface UploadRequest {
  file: File;
  type: FileType;
  formKey: string;
  href: string;
  /** `finish` also attaches the file to its item. */
  attaches?: boolean;
  /** Without it the file is uploaded and waits for `finishUpload`. */
  finish?: Finish;
}

/** The internal state of an upload, beside the public `Upload`. */
interface Job {
  file: File;
  finish: Finish | null;
  /** The idempotency key, so that a retry after a lost response creates no second file. */
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

/** Queues a file and returns the upload's id. */
export function startUpload({ file, type, formKey, href, attaches = false, finish }: UploadRequest): string {
  lastId += 1;
  // Unique across reloads, since drafts are stored under it.
  const id = `upload-${String(Math.round(performance.timeOrigin))}-${String(lastId)}`;
  const job: Job = { file, finish: finish ?? null, key: uuid(), uploadId: null, isSent: false, controller: null };
  jobs.set(id, job);
  const isPicture = kindOfFile[type] === 'image';
  const isConverted = isPicture && isHeic(file);
  if (isPicture) void warnIfAnimated(file);
  const preview = isPicture && !isConverted ? URL.createObjectURL(file) : null;
  const upload: Upload = {
    ...{ id, formKey, attaches, href, type, name: file.name, size: file.size, preview },
    ...{ state: 'queued', percent: 0, secondsLeft: null, reason: null, file: null },
  };
  replaceUploads((before) => [...before, upload]);
  queue(id, job, type);
  return id;
}

/** Sets `finish`, which runs once the file is uploaded. */
export function finishUpload(id: string, finish: Finish): void {
  const job = jobs.get(id);
  if (!job) return;
  job.finish = finish;
  const state = readUploads().find((upload) => upload.id === id)?.state;
  if (state === 'sent' || (state === 'failed' && job.isSent)) queueAgain(id);
}

/** Cancels an upload and deletes it at the server. */
export function cancelUpload(id: string): void {
  const job = jobs.get(id);
  if (!job) return;
  forget(job);
  change(id, { state: 'cancelled', secondsLeft: null, reason: null, percent: 0 });
  pump();
}

/** Retries a failed upload from the server's offset, or the processing of a stored file. */
export function retryUpload(id: string): void {
  const upload = readUploads().find((candidate) => candidate.id === id);
  if (upload?.state === 'unready' && upload.file) void retryProcessing(id, upload.file);
  else queueAgain(id);
}

/** Removes uploads from the list, and cancels pending ones. */
export function discardUploads(ids: readonly string[]): void {
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

/** The finished upload of a file without `finish`; null while it is pending or failed. */
export function finishedUpload(id: string): FinishedUpload | null {
  const job = jobs.get(id);
  return job?.isSent && job.uploadId !== null ? { uploadId: job.uploadId } : null;
}

/** Removes uploads that an item has taken from the list, without deleting them at the server. */
export function detachUploads(ids: readonly string[]): void {
  for (const id of ids) {
    const job = jobs.get(id);
    if (job) job.uploadId = null;
  }
  discardUploads(ids);
}

/** Assigns an upload to another screen; to none with an empty text. */
export function moveUpload(id: string, formKey: string): void {
  change(id, { formKey: formKey });
}

/** The item of the form `formKey` was saved: removes finished and cancelled uploads. Files that are still processed stay, for no screen. */
export function removeFinishedUploads(formKey: string): void {
  const own = readUploads().filter((upload) => upload.formKey === formKey);
  discardUploads(own.filter(({ state }) => state === 'done' || state === 'cancelled').map(({ id }) => id));
  for (const { id, state } of own) if (state === 'processing') change(id, { formKey: '' });
}

/** Sets the account of the uploads. Uploads of another account are cancelled and removed. */
export function setUploadsOwner(accountId: string): void {
  if (owner !== null && owner !== accountId) discardUploads(readUploads().map(({ id }) => id));
  owner = accountId;
}

/** Applies a file's state from a server event. */
export function applyFileState(file: StoredFile): void {
  for (const upload of readUploads()) if (upload.file?._id === file._id) change(upload.id, stateOfFile(file));
}

/** Refetches all files that the server is processing. */
export async function refetchFiles(): Promise<void> {
  const files = readUploads().flatMap(({ state, file }) => (state === 'processing' && file ? [file._id] : []));
  const answers = await Promise.allSettled(files.map((id) => services.files['GET /files/:id/status']({ params: { id } })));
  for (const answer of answers) if (answer.status === 'fulfilled') applyFileState(answer.value);
}

function forget(job: Job): void {
  job.controller?.abort();
  job.controller = null;
  const { uploadId } = job;
  job.uploadId = null;
  job.isSent = false;
  // If this fails, the server deletes the upload after a day.
  if (uploadId !== null) services.files['DELETE /uploads/:id']({ params: { id: uploadId } }).catch(() => undefined);
}

function queueAgain(id: string): void {
  const job = jobs.get(id);
  if (job) queue(id, job, typeOf(id));
}

/** Queues a file. HEIC photos are converted first. */
function queue(id: string, job: Job, type: FileType): void {
  if (kindOfFile[type] === 'image' && isHeic(job.file)) {
    void convertAndQueue(id, job);
    return;
  }
  change(id, { state: 'queued', reason: null });
  pump();
}

async function convertAndQueue(id: string, job: Job): Promise<void> {
  const controller = new AbortController();
  job.controller = controller;
  change(id, { state: 'converting', reason: null });
  try {
    const file = await toSupportedImage(job.file, controller.signal);
    if (controller.signal.aborted || jobs.get(id) !== job) return;
    job.file = file;
    change(id, { state: 'queued', name: file.name, size: file.size, preview: URL.createObjectURL(file) });
    pump();
  } catch (thrown) {
    if (!controller.signal.aborted) change(id, { state: 'failed', reason: heicErrorMessage(thrown, messages.anyFailure) });
  }
}

const isRunning = ({ state }: Upload): boolean => state === 'sending' || state === 'waiting';

function pump(): void {
  const uploads = readUploads();
  const free = concurrency - uploads.filter(isRunning).length;
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
    const next = await sendWithRetries(id, job, signal);
    if (!signal.aborted) change(id, { secondsLeft: null, ...next });
  } catch (thrown) {
    if (!signal.aborted) change(id, { state: 'failed', secondsLeft: null, reason: serializeError(thrown, messages.anyFailure).message });
  }
  pump();
}

/** Whether to retry: there was no response, or the server is still processing the earlier attempt. */
function isRetryable(thrown: unknown, tries: number): boolean {
  if (!(thrown instanceof ApiError)) return false;
  return thrown.error === 'offline' || (thrown.error === 'request_in_progress' && tries < busyTriesMax);
}

async function sendWithRetries(id: string, job: Job, signal: AbortSignal): Promise<Partial<Upload>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send(id, job, signal);
    } catch (thrown) {
      if (signal.aborted || !isRetryable(thrown, tries)) throw thrown;
    }
    change(id, { state: 'waiting', secondsLeft: null });
    if (!(await connectionBack(tries, signal))) throw offline();
    change(id, { state: 'sending' });
  }
}

async function send(id: string, job: Job, signal: AbortSignal): Promise<Partial<Upload>> {
  const { file } = job;
  const onProgress = progressOf(id, file.size);
  if (job.finish && job.uploadId === null && file.size <= limits.uploadChunk_bytes) {
    return stateOfFile(await job.finish(file, { signal, idempotencyKey: job.key, onProgress: (part) => onProgress(part * file.size) }));
  }
  if (!job.isSent) {
    const { uploadId } = job;
    const onStarted = (begun: string) => {
      job.uploadId = begun;
    };
    job.uploadId = await sendPieces({ file, type: typeOf(id), uploadId, signal, onStarted, onSent: onProgress });
    job.isSent = true;
  }
  if (!job.finish || job.uploadId === null) return { state: 'sent', percent: 100 };
  const stored = await job.finish({ uploadId: job.uploadId }, { signal, idempotencyKey: job.key });
  // The item owns the upload now, so cancelling must not delete it.
  job.uploadId = null;
  return stateOfFile(stored);
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

function stateOfFile(file: StoredFile | null): Partial<Upload> {
  if (file === null || file.status === 'finished') return { state: 'done', percent: 100, reason: null, file };
  if (file.status === 'error') return { state: 'unready', reason: file.failure, file };
  return { state: 'processing', percent: file.progress, reason: null, file };
}

async function retryProcessing(id: string, file: StoredFile): Promise<void> {
  try {
    change(id, stateOfFile(await services.files['POST /files/:id/retry']({ params: { id: file._id } })));
  } catch (thrown) {
    change(id, { reason: serializeError(thrown, messages.anyFailure).message });
  }
}

/** Resolves when the browser is online again or the next retry is due; to false after an abort. */
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

/**
 * The upload queue: two uploads at a time, in resumable chunks, tracked until the server has processed them. It is independent of pages,
 * so navigation does not stop it.
 */
import { v4 as uuid } from 'uuid';
import * as messages from '@contract/kernel/messages';
import type { FinishedUpload } from '@contract/kernel/endpoint';
import { reconnection } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import { uploadKindByFileType } from '@contract/kernel/values/files';
import type { FileType } from '@contract/kernel/values/files';
import type { CallOptions } from '@web/services/call';
import { services } from '@web/services/services';
import { offlineError, ApiError } from '@web/services/api-error';
import { toSupportedImage, heicErrorMessage, isHeic } from '@web/lib/files/heic';
import { warnIfAnimated } from './animation';
import { serializeError } from '@web/services/serialized-error';
import { readUploads, replaceUploads } from './upload-list';
import type { StoredFile, Upload } from './upload-list';
import { queuedState, stateOfFile } from './upload-states';
import { sendChunks } from './upload-chunks';

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

function updateUpload(id: string, next: Partial<Upload>): void {
  replaceUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
}

/** Queues a file and returns the upload's id. */
export function startUpload({ file, type, formKey, href, attaches = false, finish }: UploadRequest): string {
  lastId += 1;
  // Unique across reloads, since drafts are stored under it.
  const id = `upload-${String(Math.round(performance.timeOrigin))}-${String(lastId)}`;
  const job: Job = { file, finish: finish ?? null, key: uuid(), uploadId: null, isSent: false, controller: null };
  jobs.set(id, job);
  const isPicture = uploadKindByFileType[type] === 'image';
  const isConverted = isPicture && isHeic(file);
  if (isPicture) void warnIfAnimated(file);
  const preview = isPicture && !isConverted ? URL.createObjectURL(file) : null;
  const upload: Upload = {
    id,
    formKey,
    attaches,
    href,
    type,
    name: file.name,
    size: file.size,
    preview,
    ...queuedState,
  };
  replaceUploads((before) => [...before, upload]);
  enqueue(id, job, type);
  return id;
}

/** Sets `finish`, which runs once the file is uploaded. */
export function finishUpload(id: string, finish: Finish): void {
  const job = jobs.get(id);
  if (!job) return;
  job.finish = finish;
  const state = readUploads().find((upload) => upload.id === id)?.state;
  if (state === 'sent' || (state === 'failed' && job.isSent)) requeue(id);
}

/** Cancels an upload and deletes it at the server. */
export function cancelUpload(id: string): void {
  const job = jobs.get(id);
  if (!job) return;
  abortJob(job);
  updateUpload(id, { state: 'cancelled', secondsLeft: null, reason: null, percent: 0 });
  startNext();
}

/** Retries a failed upload from the server's offset, or the processing of a stored file. */
export function retryUpload(id: string): void {
  const upload = readUploads().find((candidate) => candidate.id === id);
  if (upload?.state === 'processingFailed' && upload.file) void retryProcessing(id, upload.file);
  else requeue(id);
}

/** Removes uploads from the list, and cancels pending ones. */
export function discardUploads(ids: readonly string[]): void {
  for (const upload of readUploads()) {
    if (!ids.includes(upload.id)) continue;
    const job = jobs.get(upload.id);
    if (job) abortJob(job);
    if (upload.preview) URL.revokeObjectURL(upload.preview);
    jobs.delete(upload.id);
  }
  replaceUploads((before) => before.filter(({ id }) => !ids.includes(id)));
  startNext();
}

/** The finished upload of a file without `finish`; null while it is pending or failed. */
export function finishedUpload(id: string): FinishedUpload | null {
  const job = jobs.get(id);
  return job?.isSent && job.uploadId !== null ? { uploadId: job.uploadId } : null;
}

/** Removes uploads from the list without deleting them at the server, since an item owns them now. */
export function detachUploads(ids: readonly string[]): void {
  for (const id of ids) {
    const job = jobs.get(id);
    if (job) job.uploadId = null;
  }
  discardUploads(ids);
}

/** Assigns an upload to another form; to none if `formKey` is empty. */
export function moveUpload(id: string, formKey: string): void {
  updateUpload(id, { formKey });
}

/** After the item of a form was saved: removes finished and canceled uploads. Files still being processed stay, without a form. */
export function removeFinishedUploads(formKey: string): void {
  const own = readUploads().filter((upload) => upload.formKey === formKey);
  discardUploads(own.filter(({ state }) => state === 'done' || state === 'cancelled').map(({ id }) => id));
  for (const { id, state } of own) if (state === 'processing') updateUpload(id, { formKey: '' });
}

/** Sets the account of the uploads. Uploads of another account are canceled and removed. */
export function setUploadsOwner(accountId: string): void {
  if (owner !== null && owner !== accountId) discardUploads(readUploads().map(({ id }) => id));
  owner = accountId;
}

/** Applies a file's state from a server event. */
export function applyFileState(file: StoredFile): void {
  for (const upload of readUploads()) if (upload.file?._id === file._id) updateUpload(upload.id, stateOfFile(file));
}

/** Refetches all files that the server is processing. */
export async function refetchFiles(): Promise<void> {
  const files = readUploads().flatMap(({ state, file }) => (state === 'processing' && file ? [file._id] : []));
  const results = await Promise.allSettled(files.map((id) => services.files['GET /files/:id/status']({ params: { id } })));
  for (const result of results) if (result.status === 'fulfilled') applyFileState(result.value);
}

/** Aborts the upload of a job, and deletes what was uploaded. */
function abortJob(job: Job): void {
  job.controller?.abort();
  job.controller = null;
  const { uploadId } = job;
  job.uploadId = null;
  job.isSent = false;
  // If this fails, the server deletes the upload after a day.
  if (uploadId !== null) services.files['DELETE /uploads/:id']({ params: { id: uploadId } }).catch(() => undefined);
}

function requeue(id: string): void {
  const job = jobs.get(id);
  if (job) enqueue(id, job, typeOf(id));
}

/** Queues a file. HEIC photos are converted first. */
function enqueue(id: string, job: Job, type: FileType): void {
  if (uploadKindByFileType[type] === 'image' && isHeic(job.file)) {
    void convertAndQueue(id, job);
    return;
  }
  updateUpload(id, { state: 'queued', reason: null });
  startNext();
}

async function convertAndQueue(id: string, job: Job): Promise<void> {
  const controller = new AbortController();
  job.controller = controller;
  updateUpload(id, { state: 'converting', reason: null });
  try {
    const file = await toSupportedImage(job.file, controller.signal);
    if (controller.signal.aborted || jobs.get(id) !== job) return;
    job.file = file;
    updateUpload(id, { state: 'queued', name: file.name, size: file.size, preview: URL.createObjectURL(file) });
    startNext();
  } catch (thrown) {
    if (!controller.signal.aborted) updateUpload(id, { state: 'failed', reason: heicErrorMessage(thrown, messages.anyFailure) });
  }
}

const isRunning = ({ state }: Upload): boolean => state === 'sending' || state === 'waiting';

/** Starts queued uploads up to the concurrency limit. */
function startNext(): void {
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
  updateUpload(id, { state: 'sending' });
  try {
    const next = await sendWithRetries(id, job, signal);
    if (!signal.aborted) updateUpload(id, { secondsLeft: null, ...next });
  } catch (thrown) {
    if (!signal.aborted)
      updateUpload(id, { state: 'failed', secondsLeft: null, reason: serializeError(thrown, messages.anyFailure).message });
  }
  startNext();
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
    updateUpload(id, { state: 'waiting', secondsLeft: null });
    if (!(await waitForRetry(tries, signal))) throw offlineError();
    updateUpload(id, { state: 'sending' });
  }
}

async function send(id: string, job: Job, signal: AbortSignal): Promise<Partial<Upload>> {
  const { file } = job;
  const onProgress = progressReporter(id, file.size);
  if (job.finish && job.uploadId === null && file.size <= limits.uploadChunk_bytes) {
    return stateOfFile(
      await job.finish(file, { signal, idempotencyKey: job.key, onProgress: (fraction) => onProgress(fraction * file.size) }),
    );
  }
  if (!job.isSent) {
    const { uploadId } = job;
    const onStarted = (startedId: string) => {
      job.uploadId = startedId;
    };
    job.uploadId = await sendChunks({ file, type: typeOf(id), uploadId, signal, onStarted, onSent: onProgress });
    job.isSent = true;
  }
  if (!job.finish || job.uploadId === null) return { state: 'sent', percent: 100 };
  const stored = await job.finish({ uploadId: job.uploadId }, { signal, idempotencyKey: job.key });
  // The item owns the upload now, so canceling must not delete it.
  job.uploadId = null;
  return stateOfFile(stored);
}

const typeOf = (id: string): FileType => readUploads().find((upload) => upload.id === id)?.type ?? 'feed-photo';

/** Returns a function that takes the number of uploaded bytes, and updates the progress and the remaining time. */
function progressReporter(id: string, size: number): (bytes: number) => void {
  const since = performance.now();
  let initialBytes: number | null = null;
  return (bytes) => {
    initialBytes ??= bytes;
    const passed_ms = performance.now() - since;
    const speed = (bytes - initialBytes) / passed_ms;
    const secondsLeft = passed_ms < speedAfter_ms || speed <= 0 ? null : Math.ceil((size - bytes) / speed / 1000);
    updateUpload(id, { percent: (bytes / size) * 100, secondsLeft });
  };
}

async function retryProcessing(id: string, file: StoredFile): Promise<void> {
  try {
    updateUpload(id, stateOfFile(await services.files['POST /files/:id/retry']({ params: { id: file._id } })));
  } catch (thrown) {
    updateUpload(id, { reason: serializeError(thrown, messages.anyFailure).message });
  }
}

/** Resolves when the browser is online again or the next retry is due; to false after an abort. */
function waitForRetry(tries: number, signal: AbortSignal): Promise<boolean> {
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

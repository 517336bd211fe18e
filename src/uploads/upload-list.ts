/**
 * The list of uploads for screens. It is outside the Redux store, since it contains files, and separate from `uploads.ts`, so that pages
 * without uploads do not load that code. The list outlives pages. Only `uploads.ts` writes to it.
 */
import type { FileType } from '@contract/kernel/values/files';
import { useSyncExternalStore } from 'react';
import type { ResponseOf } from '@web/services/call';

/** A file as stored at the server. */
export type StoredFile = ResponseOf<'GET /files/:id/status'>;

/**
 * `converting`: converted to a supported format. `queued`: other uploads go first. `waiting`: the connection is lost. `sent`: uploaded, and
 * waiting for `finishUpload`. `processing`: the server processes it. `failed`: the upload failed. `processingFailed`: the processing
 * failed.
 */
export type UploadState =
  | 'converting'
  | 'queued'
  | 'sending'
  | 'waiting'
  | 'sent'
  | 'processing'
  | 'done'
  | 'failed'
  | 'processingFailed'
  | 'cancelled';

export interface Upload {
  id: string;
  /** The form that it belongs to, such as `post:new`; empty once no form needs it. */
  formKey: string;
  /** The upload request also attaches the file to its item, so no further request is needed. */
  attaches: boolean;
  /** The path of the form's page. */
  href: string;
  type: FileType;
  name: string;
  size: number;
  /** The object URL of a preview, where the browser can show one. */
  preview: string | null;
  state: UploadState;
  /** 0 to 100, of the upload or of the processing. */
  percent: number;
  secondsLeft: number | null;
  /** The error message. */
  reason: string | null;
  /** The stored file; null until it is uploaded, and for uploads that create no file of their own. */
  file: StoredFile | null;
}

const none: readonly Upload[] = [];
let list = none;
const listeners = new Set<() => void>();

/** Writes the list; for `uploads.ts`. */
export function replaceUploads(change: (before: readonly Upload[]) => readonly Upload[]): void {
  list = change(list);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const readUploads = (): readonly Upload[] => list;

/** All uploads, oldest first. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, readUploads, () => none);

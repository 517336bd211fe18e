/**
 * The files on their way, as screens see them: kept outside of the store, since they carry files, and beside their sending, so
 * that a page without uploads loads none of it. The list outlives pages; `uploads.ts` alone writes to it.
 */
import type { FileType } from '@contract/values';
import { useSyncExternalStore } from 'react';
import type { AnswerOf } from '@web/services/call';

/** A file as the host keeps it. */
export type StoredFile = AnswerOf<'GET /files/:id/status'>;

/**
 * `queued`: others go first. `waiting`: the connection is gone. `sent`: all of it is there, and nobody has said yet what becomes
 * of it. `processing`: the host makes it ready. `failed`: it was not sent. `unready`: it was, but cannot be made ready.
 */
export type UploadState = 'queued' | 'sending' | 'waiting' | 'sent' | 'processing' | 'done' | 'failed' | 'unready' | 'cancelled';

export interface Upload {
  id: string;
  /** Which screen asked for it, such as `post:new`; empty once none has anything to do with it any more. */
  place: string;
  /** Sending it puts it where it belongs: nobody has to say so afterwards. */
  attaches: boolean;
  /** Where that screen is. */
  href: string;
  type: FileType;
  name: string;
  size: number;
  /** Address of a small picture of it, where the browser can make one. */
  preview: string | null;
  state: UploadState;
  /** 0 to 100, of the sending or of the processing. */
  percent: number;
  secondsLeft: number | null;
  /** Why it failed, in words. */
  reason: string | null;
  /** What the host made of it; null until it is sent, and for what was taken in without a file of its own. */
  file: StoredFile | null;
}

const none: readonly Upload[] = [];
let list = none;
const watchers = new Set<() => void>();

/** Writes the list; for `uploads.ts`. */
export function replaceUploads(change: (before: readonly Upload[]) => readonly Upload[]): void {
  list = change(list);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

export const readUploads = (): readonly Upload[] => list;

/** All uploads, oldest first. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(watch, readUploads, () => none);

/** Whether nothing can become of it any more: it is where it belongs, or nobody wants it. */
export const isSettled = ({ state, place, attaches }: Upload): boolean =>
  (state === 'done' && (attaches || place === '')) || (state === 'cancelled' && place === '');

/** Whether closing the window would lose something. */
export const isUnderWay = ({ state }: Upload): boolean => state === 'queued' || state === 'sending' || state === 'waiting';

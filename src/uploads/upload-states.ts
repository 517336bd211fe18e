/** What the state of an upload means. Separate from the list, which every page loads. */
import type { StoredFile, Upload } from './upload-list';

/** The state of an upload that has not begun. */
export const queuedState = { state: 'queued', percent: 0, secondsLeft: null, reason: null, file: null } as const satisfies Partial<Upload>;

/** The state of an upload whose file has this state at the server; null for an upload that creates no file of its own. */
export function stateOfFile(file: StoredFile | null): Partial<Upload> {
  if (file === null || file.status === 'finished') return { state: 'done', percent: 100, reason: null, file };
  if (file.status === 'error') return { state: 'processingFailed', reason: file.failure, file };
  return { state: 'processing', percent: file.progress, reason: null, file };
}

/** Whether it needs no more attention: it is attached, or was cancelled and belongs to no screen. */
export const isSettled = ({ state, formKey, attaches }: Upload): boolean =>
  (state === 'done' && (attaches || formKey === '')) || (state === 'cancelled' && formKey === '');

/** Whether closing the window would interrupt it. */
export const isPending = ({ state }: Upload): boolean =>
  state === 'converting' || state === 'queued' || state === 'sending' || state === 'waiting';

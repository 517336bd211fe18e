/** What the state of an upload means. Separate from the list, which every page loads. */
import type { Upload } from './upload-list';

/** Whether it needs no more attention: it is attached, or was cancelled and belongs to no screen. */
export const isSettled = ({ state, formKey, attaches }: Upload): boolean =>
  (state === 'done' && (attaches || formKey === '')) || (state === 'cancelled' && formKey === '');

/** Whether closing the window would interrupt it. */
export const isPending = ({ state }: Upload): boolean =>
  state === 'converting' || state === 'queued' || state === 'sending' || state === 'waiting';

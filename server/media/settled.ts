/** How modules hear what became of a file that they use. */
import type { Context } from '../platform/context';
import type { FileRow } from '../platform/media/files';

/** `playable`: a first rendition can be seen, others are being made; then `finished` or `failed` (`row.failure` says why). */
export type FileOutcome = 'playable' | 'finished' | 'failed';

/** Runs in the transaction that settles the file; what it throws undoes that and is tried again. */
export type FileSettled = (tx: Context, row: FileRow, outcome: FileOutcome) => Promise<void>;

/** By the word before the colon of `attachedTo`. */
export type FileSettledBy = Readonly<Record<string, FileSettled>>;

/** Tells the module that uses the file, where there is one that wants to hear. */
export async function tellUser(tx: Context, handlers: FileSettledBy, row: FileRow, outcome: FileOutcome): Promise<void> {
  const kind = row.attachedTo?.split(':')[0];
  if (kind !== undefined && Object.hasOwn(handlers, kind)) await handlers[kind]?.(tx, row, outcome);
}

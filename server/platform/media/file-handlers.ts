/** Notifies modules of the outcome of a file's conversion. */
import type { Context } from '../context';
import type { FileUseKind } from '../db/schema/files';
import type { FileRow } from './files';
import { isAttached, type Attached } from './uses';

/** `playable`: the first rendition is ready, others follow. Then `finished` or `failed` (the reason is in `row.failure`). */
export type FileOutcome = 'playable' | 'finished' | 'failed';

/** Runs in the transaction that changes the file's status. An error rolls it back, and it is retried. */
export type FileHandler = (tx: Context, row: Attached<FileRow>, outcome: FileOutcome) => Promise<void>;

/** Handlers by the kind of what uses the file. */
export type FileHandlers = Readonly<Partial<Record<FileUseKind, FileHandler>>>;

/** Calls the handler of the module that uses the file, if there is one. */
export async function callFileHandler(tx: Context, handlers: FileHandlers, row: FileRow, outcome: FileOutcome): Promise<void> {
  if (isAttached(row)) await handlers[row.attachedKind]?.(tx, row, outcome);
}

/** Uses of files: what a file is attached to, as a type, as columns and as a condition. */
import { and, eq, type SQL } from 'drizzle-orm';
import { files, type FileUseKind } from '../db/schema/files';

/** The id is that of a row, or the key of a setting. */
export interface FileUse {
  kind: FileUseKind;
  id: string;
}

/** The columns of a file that is attached to `use`, or to nothing. */
export const attachedTo = (use: FileUse | null) => ({ attachedKind: use?.kind ?? null, attachedId: use?.id ?? null });

/** The condition that a file is attached to `use`. */
export const isAttachedTo = ({ kind, id }: FileUse): SQL | undefined => and(eq(files.attachedKind, kind), eq(files.attachedId, id));

/** A file that something uses. */
export type Attached<Row> = Row & { attachedKind: FileUseKind; attachedId: string };

export const isAttached = <Row extends Pick<typeof files.$inferSelect, 'attachedKind' | 'attachedId'>>(row: Row): row is Attached<Row> =>
  row.attachedKind !== null && row.attachedId !== null;

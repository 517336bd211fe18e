/** Report rows, shared by reports of the word filter and reports by people. */
import type { Context } from '../../platform/context';
import type { reports } from '../../platform/db/schema/safety';
import { publish } from '../../platform/outbox/publish';

export type ReportRow = typeof reports.$inferSelect;

/** Emits an event to operators that a report was filed or changed. */
export const publishReport = (tx: Context, { id, status, takenById }: Pick<ReportRow, 'id' | 'status' | 'takenById'>): Promise<void> =>
  publish(tx, 'report/changed', ['right:reports.decide'], { _id: id, status, takenById });

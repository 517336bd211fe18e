/** The state of an export, and its delivery to the owner. */
import type { Context } from '../../platform/context';
import type { dataExports } from '../../platform/db/schema/privacy';
import { publish } from '../../platform/outbox/publish';

export type ExportRow = typeof dataExports.$inferSelect;

/** An export whose job was lost is queued again after this time. */
export const requeueAfter_ms = 900_000;

/** The instant a time span from now. */
export const instantAfter = (ctx: Pick<Context, 'clock'>, span_ms: number): Date => new Date(ctx.clock.now().getTime() + span_ms);

/** Emits the state to all devices of the owner, in the transaction of the change. */
export function publishExportState(tx: Context, { accountId, status, progress }: ExportRow): Promise<void> {
  return publish(tx, 'export/changed', [`account:${accountId}`], { status, progress });
}

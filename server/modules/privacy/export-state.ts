/** How an archive stands, told to its owner. */
import type { Context } from '../../platform/context';
import type { dataExports } from '../../platform/db/schema/schema';
import { publish } from '../../platform/outbox/publish';

export type ExportRow = typeof dataExports.$inferSelect;

/** An archive whose job was lost is put into the queue again after this long. */
export const waiting_ms = 900_000;

/** The instant a span from now. */
export const after = (ctx: Pick<Context, 'clock'>, span_ms: number): Date => new Date(ctx.clock.now().getTime() + span_ms);

/** Tells all her devices, in the transaction of the change. */
export function tellExport(tx: Context, { accountId, status, progress }: ExportRow): Promise<void> {
  return publish(tx, 'export/changed', [`account:${accountId}`], { status, progress });
}

/** Notifies ticket holders of a rescheduled show, a batch per transaction. */
import { inTransaction, type Context } from '../../platform/context';
import type { JobKinds } from '../../platform/jobs/jobs';
import { notifyEach } from '../../people/notifications/notify';
import { holdersAfter } from './rows';

const batchSize = 500;

/** Notifies the next batch of holders and enqueues a job for the rest. Idempotent: a notification is stored once per event. */
export async function notifyHolders(ctx: Context, { showId, told, afterId }: JobKinds['tickets/tell']): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ids = await holdersAfter(tx, showId, afterId, batchSize);
    await notifyEach(tx, told, new Map(ids.map((id) => [id, told])));
    const last = ids.at(-1) ?? null;
    if (ids.length === batchSize) await tx.jobs.enqueue(tx.db, 'tickets/tell', { showId, told, afterId: last });
  });
}

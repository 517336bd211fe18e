/** Handles the refund of a bought message. */
import { eq } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { massMessages, messages } from '../../platform/db/schema/messages';
import { publishToParticipants } from './add';
import { deleteLocked } from './remove';

/**
 * Locks a refunded message again, or removes it when its mass message was unsent. Publishes this to both, in the transaction of the refund.
 */
export async function relockMessage(tx: Context, id: string): Promise<void> {
  const [found] = await tx.db
    .select({ row: messages, massStatus: massMessages.status })
    .from(messages)
    .leftJoin(massMessages, eq(massMessages.id, messages.massId))
    .where(eq(messages.id, id))
    .for('update', { of: messages });
  if (!found) return;
  if (found.massStatus === 'unsent') await deleteLocked(tx, found.row);
  else await publishToParticipants(tx, 'message/changed', id, found.row);
}

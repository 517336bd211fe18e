/** Automatic refunds of tickets for scheduled shows. Rules and causes: docs/refunds.md. */
import { and, asc, eq } from 'drizzle-orm';
import type { TicketRefundCause } from '@contract/kernel/values/live';
import { inTransaction, type Context } from '../../platform/context';
import { charges } from '../../platform/db/schema/money';
import type { JobKinds } from '../../platform/jobs/jobs';
import { tokensText } from '../../platform/notification-texts';
import { lockTicketedShow, ticketsFor } from '../../money/tickets/rows';
import { refundAutomatically } from './refunds';

/** The refund reason and the buyer's notification, by cause. */
const texts: Record<TicketRefundCause, { reason: string; notification: (show: string, price: string) => string }> = {
  canceled: {
    reason: 'The stream was canceled.',
    notification: (show, price) => `The stream “${show}” was canceled. We refunded ${price} to your wallet.`,
  },
  not_held: {
    reason: 'The stream didn’t start in time.',
    notification: (show, price) => `The stream “${show}” didn’t start in time. We refunded ${price} to your wallet.`,
  },
  broken_off: {
    reason: 'The stream ended within its first minutes.',
    notification: (show, price) => `The stream “${show}” ended within its first minutes. We refunded ${price} to your wallet.`,
  },
  blocked: {
    reason: 'You no longer have access to this stream.',
    notification: (show, price) => `You no longer have access to the stream “${show}”. We refunded ${price} to your wallet.`,
  },
  returned: {
    reason: 'You returned your ticket.',
    notification: (show, price) => `You returned your ticket for “${show}”. We refunded ${price} to your wallet.`,
  },
};

/** Refunds a paid ticket in the transaction of `tx`, with its show locked, and notifies the buyer of the cause. */
export async function refundTicket(tx: Context, chargeId: string, cause: TicketRefundCause): Promise<void> {
  const { reason, notification } = texts[cause];
  await refundAutomatically(tx, chargeId, reason, {
    buyer: ({ text }, cents) => notification(text, tokensText(cents)),
    // Otherwise the creator gets one notification about the show.
    notifiesSeller: cause === 'returned',
  });
}

/**
 * Refunds the tickets for a show, or only the ticket of `chargeId`, each in its own transaction. It is idempotent: after an
 * interruption it continues with the tickets that are not refunded yet. A blocked fan is not refunded for a show that has taken place.
 */
export async function refundTickets(ctx: Context, { showId, chargeId, cause }: JobKinds['charges/refund-tickets']): Promise<void> {
  const isPaid = and(ticketsFor(showId), chargeId === null ? undefined : eq(charges.id, chargeId));
  for (;;) {
    const [paid] = await ctx.db.select({ id: charges.id }).from(charges).where(isPaid).orderBy(asc(charges.createdAt)).limit(1);
    if (!paid) return;
    const isDone = await inTransaction(ctx, async (tx) => {
      // A second worker with the same job, or a manual refund, waits for this lock and then sees that the ticket is refunded.
      const show = await lockTicketedShow(tx, showId);
      if (show === null || (cause === 'blocked' && show.outcome === 'held')) return true;
      const stillPaid = await tx.db.$count(charges, and(eq(charges.id, paid.id), eq(charges.status, 'success')));
      if (stillPaid > 0) await refundTicket(tx, paid.id, cause);
      return false;
    });
    if (isDone) return;
  }
}

/** Texts about tickets for scheduled shows. */
import type { TicketState } from '@contract/kernel/values/live';

/** Why the tickets of a show were refunded, as a sentence for their holders. */
const refundTexts: Partial<Record<TicketState, string>> = {
  broken_off: 'The stream ended within its first minutes. Tickets were refunded.',
  not_held: 'The stream didn’t start in time. Tickets were refunded.',
  canceled: 'The stream was canceled. Tickets were refunded.',
};

/** The state of a show with tickets; null while tickets are on sale. */
export function ticketStateText(state: TicketState): string | null {
  if (state === 'sold_out') return 'Sold out';
  if (state === 'closed') return 'Ticket sales have ended. The stream starts soon.';
  if (state === 'held') return 'This stream has ended.';
  return refundTexts[state] ?? null;
}

/** Whether the show is upcoming. */
export const isShowUpcoming = (state: TicketState): boolean => ['on_sale', 'sold_out', 'closed'].includes(state);

/** Whether all tickets of the show were refunded. */
export const areRefunded = (state: TicketState): boolean => refundTexts[state] !== undefined;

/** `1 ticket sold`, `12 of 50 tickets sold`. */
export function soldText(sold: number, capacity: number | null): string {
  if (capacity !== null) return `${String(sold)} of ${String(capacity)} tickets sold`;
  return sold === 1 ? '1 ticket sold' : `${String(sold)} tickets sold`;
}

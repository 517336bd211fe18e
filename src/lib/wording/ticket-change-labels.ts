/** How a change of a show affects its sold tickets. Only its creator and operators load these texts. */
import { soldText } from './ticket-labels';

/** The effect of canceling the show on sold tickets. */
export function cancelText(sold: number): string {
  if (sold === 0) return 'No tickets sold yet. Canceled streams can’t be restored.';
  if (sold === 1) return '1 ticket will be refunded and the fan notified. Canceled streams can’t be restored.';
  return `${String(sold)} tickets will be refunded and the fans notified. Canceled streams can’t be restored.`;
}

/** The effect of deleting an upcoming show's post on the show and its tickets. */
export function deleteText(sold: number): string {
  if (sold === 0) return 'This also cancels the announced stream.';
  if (sold === 1) return 'This also cancels the announced stream and refunds 1 ticket.';
  return `This also cancels the announced stream and refunds ${String(sold)} tickets.`;
}

/** The effect of rescheduling the show on sold tickets. */
export function rescheduleText(sold: number): string {
  if (sold === 0) return 'No tickets sold yet.';
  return `Choose a later time. ${soldText(sold, null)}. Fans will be notified and can return their tickets until the stream starts.`;
}

/** What a change of a show with tickets does to those that are sold. For its creator and operators: guests load no word of it. */
import { soldText } from './ticket-labels';

/** The effect of canceling the show on sold tickets. */
export function cancelText(sold: number): string {
  if (sold === 0) return 'No tickets are sold yet. The show cannot be opened again.';
  if (sold === 1) return '1 ticket is refunded, and the fan is told. The show cannot be opened again.';
  return `${String(sold)} tickets are refunded, and the fans are told. The show cannot be opened again.`;
}

/** The effect of deleting an upcoming show's post on the show and its tickets. */
export function deleteText(sold: number): string {
  if (sold === 0) return 'The show that it announces is canceled.';
  if (sold === 1) return 'The show that it announces is canceled, and 1 ticket is refunded.';
  return `The show that it announces is canceled, and ${String(sold)} tickets are refunded.`;
}

/** The effect of rescheduling the show on sold tickets. */
export function moveText(sold: number): string {
  if (sold === 0) return 'No tickets are sold yet.';
  return `Choose a later time. ${soldText(sold, null)}: the fans are told, and can return their tickets until the show starts.`;
}

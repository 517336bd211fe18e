/** A failure that no part of the screen has a place for: told in passing. */
import { messages } from '@contract/kernel/errors';
import { problemOf } from './problem';
import { showToast } from '@web/ui/feedback/toast-queue';

/** Shows the host's sentence as a toast, or `otherwise` when the host said none. */
export function showFailure(thrown: unknown, otherwise: string = messages.anyFailure): void {
  showToast({ tone: 'danger', text: problemOf(thrown, otherwise).message });
}

/** Errors without a place on the screen, shown as a toast. */
import * as messages from '@contract/kernel/messages';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';

/** Shows the server's message as a toast, or `fallbackMessage` if there is none. */
export function showFailure(thrown: unknown, fallbackMessage: string = messages.anyFailure): void {
  showToast({ tone: 'danger', text: serializeError(thrown, fallbackMessage).message });
}

/** Renders the toast queue once for all screens. */
import { useSyncExternalStore } from 'react';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { Toasts } from '@web/ui/feedback/toasts';

export function ToastHost() {
  const queue = useSyncExternalStore(toasts.watch, toasts.read, toasts.readOnServer);
  return <Toasts queue={queue} onClosed={dismissToast} />;
}

/** Orders move on elsewhere: what the host says of one is shown at once wherever it stands, and lists are asked again. */
import { useCallback } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { useChangeKept } from '@web/services/use-update-cached';
import { useSocketEvent } from '@web/realtime/socket-events';

/** `reread`: what asks the list anew, since the order may belong elsewhere in it now, or no longer. A stable function. */
export function useOrderNews(reread?: () => Promise<unknown>): void {
  const change = useChangeKept();
  const heard = useCallback(
    (order: Stamped<'order/changed'>) => {
      change(order._id, () => order);
      void reread?.();
    },
    [change, reread],
  );
  useSocketEvent('order/changed', heard);
}

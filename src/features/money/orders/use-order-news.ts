/** Live updates of orders: an event updates the order in every cached copy, and lists are reloaded. */
import { useCallback } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { useUpdateCached } from '@web/services/use-update-cached';
import { useSocketEvent } from '@web/realtime/socket-events';

/** `reread`: reloads the list, since the order's position or membership may have changed. A stable function. */
export function useOrderUpdates(reload?: () => Promise<unknown>): void {
  const change = useUpdateCached();
  const heard = useCallback(
    (order: Stamped<'order/changed'>) => {
      change(order._id, () => order);
      void reload?.();
    },
    [change, reload],
  );
  useSocketEvent('order/changed', heard);
}

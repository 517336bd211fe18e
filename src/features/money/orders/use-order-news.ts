/** Live updates of orders: an event updates the order in every cached copy, and lists are reloaded. */
import { useCallback } from 'react';
import type { Stamped } from '@contract/kernel/events';
import { useUpdateCached } from '@web/services/use-update-cached';
import { useSocketEvent } from '@web/realtime/socket-events';

/** `reload` reloads the list, since the order's position or membership may have changed. Must be stable. */
export function useOrderUpdates(reload?: () => Promise<unknown>): void {
  const updateCached = useUpdateCached();
  const handleChanged = useCallback(
    (order: Stamped<'order/changed'>) => {
      updateCached(order._id, () => order);
      void reload?.();
    },
    [updateCached, reload],
  );
  useSocketEvent('order/changed', handleChanged);
}

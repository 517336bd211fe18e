/**
 * After an owner's item is saved: updates every cached copy, so that a reopened editor starts with the new values, and
 * invalidates the owner's lists of its kind, even if they are fresh.
 */
import type { Name } from '@contract/api';
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useUpdateCached } from '@web/services/use-update-cached';
import { isResponseOf } from '@web/services/use-endpoint';

/** Returns a stable function that takes the API's response; `list` is the endpoint of the owner's list. */
export function useUpdateSavedItem(list: Name): (item: { _id: string }) => void {
  const change = useUpdateCached();
  const { mutate } = useSWRConfig();
  return useCallback(
    (item) => {
      change(item._id, () => item);
      void mutate(isResponseOf(list));
    },
    [change, mutate, list],
  );
}

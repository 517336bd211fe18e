/**
 * After something of one's own was saved: wherever it is kept it shows what it is now, so that an editor opened again begins with
 * it, and the owner's lists of its kind are asked anew however lately they were.
 */
import type { Name } from '@contract/api';
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useChangeKept } from '@web/services/use-update-cached';
import { isAnswerOf } from '@web/services/use-endpoint';

/** Answers what to call with the host's answer; `list` is the endpoint of the owner's list. A stable function. */
export function useSaved(list: Name): (item: { _id: string }) => void {
  const change = useChangeKept();
  const { mutate } = useSWRConfig();
  return useCallback(
    (item) => {
      change(item._id, () => item);
      void mutate(isAnswerOf(list));
    },
    [change, mutate, list],
  );
}

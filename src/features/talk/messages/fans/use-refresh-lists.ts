/** Revalidates all fan lists with their counts and members after a change. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { isResponseOf } from '@web/services/use-endpoint';

const stale = [isResponseOf('GET /performer/lists'), isResponseOf('GET /performer/lists/:id')];

/** Returns a stable function. */
export function useRefreshLists(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate((key: unknown) => stale.some((matches) => matches(key))), [mutate]);
}

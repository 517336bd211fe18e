/** Revalidates all fan lists with their counts and members after a change. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { isResponseOf } from '@web/services/use-endpoint';

const listMatchers = [isResponseOf('GET /performer/lists'), isResponseOf('GET /performer/lists/:id')];

/** Returns a function that revalidates the lists; it is the same on every render. */
export function useRefreshLists(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate((key: unknown) => listMatchers.some((matches) => matches(key))), [mutate]);
}

/** After lists of fans were changed: the lists with their counts, and who is on them, are asked anew wherever they stand. */
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { isAnswerOf } from '@web/services/use-endpoint';

const stale = [isAnswerOf('GET /performer/lists'), isAnswerOf('GET /performer/lists/:id')];

/** A stable function. */
export function useListsChanged(): () => void {
  const { mutate } = useSWRConfig();
  return useCallback(() => void mutate((key: unknown) => stale.some((is) => is(key))), [mutate]);
}

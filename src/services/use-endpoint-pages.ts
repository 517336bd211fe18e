/** An endless list on a screen: pages that follow each other by cursor, kept while people move on and come back. */
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/endpoint';
import { useContext } from 'react';
import { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import { call } from './api';
import type { AnswerOf, QueryOf } from './call';
import type { Refused } from './api-error';
import { endpointKey, endpointKeyText, FreshFallback } from './use-endpoint';

type ListName = { [N in Name]: AnswerOf<N> extends { data: unknown[]; total: number; nextCursor: string | null } ? N : never }[Name];
type ItemOf<N extends ListName> = AnswerOf<N>['data'][number];

export interface EndpointPages<Item> {
  /** Undefined until the first page is there. */
  items: Item[] | undefined;
  total: number;
  hasMore: boolean;
  /** A page after the first is on its way. */
  isLoadingMore: boolean;
  error: Refused | undefined;
  more: () => void;
  retry: () => void;
}

/** The list `name` for `query`, page after page. The first page that came with the document is not asked for again. */
export function useEndpointPages<N extends ListName>(name: N, query: QueryOf<N>): EndpointPages<ItemOf<N>> {
  const isFresh = useContext(FreshFallback);
  const { fallback } = useSWRConfig();
  const inputAt = (cursor: string | null) =>
    ({ query: cursor === null ? query : { ...(query as object), cursor } }) as unknown as Input<Api[N]>;
  const given = fallback[endpointKeyText(name, inputAt(null))] as AnswerOf<N> | undefined;
  const { data, error, size, setSize, isLoading, isValidating, mutate } = useSWRInfinite<AnswerOf<N>, Refused>(
    (_index: number, before: AnswerOf<N> | null) =>
      before !== null && before.nextCursor === null ? null : endpointKey(name, inputAt(before?.nextCursor ?? null)),
    ([, input]: readonly [N, Input<Api[N]>]) => call(name, input),
    {
      // A list that people scroll through must not shift under them.
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      revalidateIfStale: false,
      ...(given === undefined ? {} : { fallbackData: [given], revalidateOnMount: !isFresh }),
    },
  );
  const last = data?.at(-1);
  return {
    items: (data as readonly { data: ItemOf<N>[] }[] | undefined)?.flatMap((page) => page.data),
    total: data?.[0]?.total ?? 0,
    hasMore: last !== undefined && last.nextCursor !== null,
    isLoadingMore: !isLoading && isValidating && size > (data?.length ?? 0),
    error,
    more: () => void setSize(size + 1),
    retry: () => void mutate(),
  };
}

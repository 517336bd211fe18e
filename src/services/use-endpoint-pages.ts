/** An infinite list with cursor pagination. Pages stay cached while people navigate. */
import type { Api, Name } from '@contract/api';
import type { Input } from '@contract/kernel/endpoint';
import { useContext } from 'react';
import { useSWRConfig } from 'swr';
import useSWRInfinite from 'swr/infinite';
import { call } from './api';
import type { ResponseOf, QueryOf } from './call';
import type { ApiError } from './api-error';
import { endpointKey, endpointKeyText, FreshFallback } from './use-endpoint';

type ListName = { [N in Name]: ResponseOf<N> extends { data: unknown[]; total: number; nextCursor: string | null } ? N : never }[Name];
type ItemOf<N extends ListName> = ResponseOf<N>['data'][number];

export interface EndpointPages<Item> {
  /** Undefined until the first page has loaded. */
  items: Item[] | undefined;
  total: number;
  hasMore: boolean;
  /** A page after the first is loading. */
  isLoadingMore: boolean;
  error: ApiError | undefined;
  more: () => void;
  retry: () => void;
}

/** The list `name` for `query`, page by page. A first page from the initial data is not refetched. */
export function useEndpointPages<N extends ListName>(name: N, query: QueryOf<N>): EndpointPages<ItemOf<N>> {
  const isFresh = useContext(FreshFallback);
  const { fallback } = useSWRConfig();
  const inputAt = (cursor: string | null) =>
    ({ query: cursor === null ? query : { ...(query as object), cursor } }) as unknown as Input<Api[N]>;
  const initial = fallback[endpointKeyText(name, inputAt(null))] as ResponseOf<N> | undefined;
  const { data, error, size, setSize, isLoading, isValidating, mutate } = useSWRInfinite<ResponseOf<N>, ApiError>(
    (_index: number, before: ResponseOf<N> | null) =>
      before !== null && before.nextCursor === null ? null : endpointKey(name, inputAt(before?.nextCursor ?? null)),
    ([, input]: readonly [N, Input<Api[N]>]) => call(name, input),
    {
      // A list must not shift while people scroll through it.
      revalidateFirstPage: false,
      revalidateOnFocus: false,
      revalidateIfStale: false,
      ...(initial === undefined ? {} : { fallbackData: [initial], revalidateOnMount: !isFresh }),
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

/** Reads an endpoint with SWR. The key is the endpoint's name with its input, on the server and in the browser. */
import type { Api, Name } from '@contract/api';
import type { ResponseBody, Input } from '@contract/kernel/endpoint';
import { fetching } from '@contract/kernel/conventions';
import { createContext, useCallback, useContext } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type { SWRConfiguration, SWRResponse } from 'swr';
import { call } from './api';
import type { ApiError } from './api-error';

/** The SWR key of an endpoint's response, for `mutate`. */
export function endpointKey<N extends Name>(name: N, input: Input<Api[N]>): readonly [N, Input<Api[N]>] {
  return [name, input];
}

/** A key filter for `mutate` that matches all responses of `name`, with any input. */
export const isResponseOf =
  (name: Name) =>
  (key: unknown): boolean =>
    Array.isArray(key) && key[0] === name;

/** The same key as a string. Server renders store responses under it. */
export function endpointKeyText<N extends Name>(name: N, input: Input<Api[N]>): string {
  return unstable_serialize([name, input]);
}

/** Whether the initial data still belongs to the page on screen. */
export const FreshFallback = createContext(false);

/** SWR options: no retry on error, 2 s deduplication, 5 s focus throttle. */
export const swrOptions: SWRConfiguration = fetching;

/** The response of `name` for `input` in the page's initial data; undefined if there is none. */
export function useInitialData<N extends Name>(name: N, input: Input<Api[N]> | null): ResponseBody<Api[N]> | undefined {
  const { fallback } = useSWRConfig();
  return input === null ? undefined : (fallback[endpointKeyText(name, input)] as ResponseBody<Api[N]> | undefined);
}

/** Whether the initial data has a response of `name` for `input`. */
export function useHasInitialData<N extends Name>(name: N, input: Input<Api[N]> | null): boolean {
  return useInitialData(name, input) !== undefined;
}

/**
 * The response of `name` for `input`, cached and shared by key; no request is sent while `input` is null. Initial data is not
 * revalidated on mount.
 */
export function useEndpoint<N extends Name>(
  name: N,
  input: Input<Api[N]> | null,
  options: SWRConfiguration<ResponseBody<Api[N]>, ApiError> = {},
): SWRResponse<ResponseBody<Api[N]>, ApiError> {
  const isFresh = useContext(FreshFallback);
  const hasInitialData = useHasInitialData(name, input);
  const key = input === null ? null : endpointKey(name, input);
  const response = useSWR<ResponseBody<Api[N]>, ApiError>(key, () => call(name, input as Input<Api[N]>), {
    ...(isFresh && hasInitialData ? { revalidateOnMount: false } : {}),
    ...options,
  });
  // SWR reports isLoading while fallback data is revalidated, although there is data to show.
  return hasInitialData ? Object.defineProperty(response, 'isLoading', { value: false }) : response;
}

/**
 * Returns a function that changes the cached response of `name` for `input` without refetching, for example after an event. Does nothing
 * without a response. It also applies to initial data, which is not in the cache until then.
 */
export function useUpdateResponse<N extends Name>(
  name: N,
  input: Input<Api[N]> | null,
): (change: (current: ResponseBody<Api[N]>) => ResponseBody<Api[N]>) => Promise<void> {
  const { fallback, mutate } = useSWRConfig();
  const key = input === null ? null : endpointKeyText(name, input);
  return useCallback(
    async (change) => {
      if (key === null) return;
      const initial = fallback[key] as ResponseBody<Api[N]> | undefined;
      await mutate<ResponseBody<Api[N]>>(key, (current = initial) => (current === undefined ? current : change(current)), {
        revalidate: false,
      });
    },
    [key, fallback, mutate],
  );
}

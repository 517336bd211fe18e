/** Reading one endpoint on a screen. The key is the endpoint's name with its input, on the server and in the browser. */
import type { Api, Name } from '@contract/api';
import type { Answer, Input } from '@contract/endpoint';
import { fetching } from '@contract/kernel/conventions';
import { createContext, useCallback, useContext } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type { SWRConfiguration, SWRResponse } from 'swr';
import { call } from './api';
import type { Refused } from './api-error';

/** The key under which the answer of an endpoint is kept; what `mutate` takes. */
export function endpointKey<N extends Name>(name: N, input: Input<Api[N]>): readonly [N, Input<Api[N]>] {
  return [name, input];
}

/** Whether a key is that of an answer of `name`, whatever its input: what `mutate` takes to have all of them asked again. */
export const isAnswerOf =
  (name: Name) =>
  (key: unknown): boolean =>
    Array.isArray(key) && key[0] === name;

/** The same key as one text: what a server render files its answers under. */
export function endpointKeyText<N extends Name>(name: N, input: Input<Api[N]>): string {
  return unstable_serialize([name, input]);
}

/** Whether the answers that came with the page are still those of the page on screen. */
export const FreshFallback = createContext(false);

/** Options of every fetch: no retry on error, 2 s de-duplication, 5 s focus throttle. */
export const swrOptions: SWRConfiguration = fetching;

/** The answer of `name` for `input` that came with the page, as it was then; undefined where none did. */
export function useGiven<N extends Name>(name: N, input: Input<Api[N]> | null): Answer<Api[N]> | undefined {
  const { fallback } = useSWRConfig();
  return input === null ? undefined : (fallback[endpointKeyText(name, input)] as Answer<Api[N]> | undefined);
}

/** Whether the answer of `name` for `input` came with the page. */
export function useIsGiven<N extends Name>(name: N, input: Input<Api[N]> | null): boolean {
  return useGiven(name, input) !== undefined;
}

/**
 * The answer of `name` for `input`, kept and shared by key; `null` as input waits. What came with the page is not asked
 * for again when it appears.
 */
export function useEndpoint<N extends Name>(
  name: N,
  input: Input<Api[N]> | null,
  options: SWRConfiguration<Answer<Api[N]>, Refused> = {},
): SWRResponse<Answer<Api[N]>, Refused> {
  const isFresh = useContext(FreshFallback);
  const isGiven = useIsGiven(name, input);
  const key = input === null ? null : endpointKey(name, input);
  const answer = useSWR<Answer<Api[N]>, Refused>(key, () => call(name, input as Input<Api[N]>), {
    ...(isFresh && isGiven ? { revalidateOnMount: false } : {}),
    ...options,
  });
  // The library counts what came with the page as no answer yet: a screen that only refreshes would say that it is loading.
  return isGiven ? Object.defineProperty(answer, 'isLoading', { value: false }) : answer;
}

/**
 * How to change the answer of `name` for `input` in place, as an event or another answer tells, without asking again. Does nothing
 * while there is none. What came with the page is changed too: it is not among the kept answers before that.
 */
export function useChangeAnswer<N extends Name>(
  name: N,
  input: Input<Api[N]> | null,
): (change: (known: Answer<Api[N]>) => Answer<Api[N]>) => Promise<void> {
  const { fallback, mutate } = useSWRConfig();
  const key = input === null ? null : endpointKeyText(name, input);
  return useCallback(
    async (change) => {
      if (key === null) return;
      const given = fallback[key] as Answer<Api[N]> | undefined;
      await mutate<Answer<Api[N]>>(key, (known = given) => (known === undefined ? known : change(known)), { revalidate: false });
    },
    [key, fallback, mutate],
  );
}

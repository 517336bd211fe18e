/** The reference lists as fields take them: value and label. Fetched when a screen first needs them, then shared. */
import { useMemo } from 'react';
import { useEndpoint } from './use-endpoint';

interface Choice {
  value: string;
  label: string;
  image?: string;
}

const none: readonly Choice[] = [];
const once = { revalidateOnFocus: false, revalidateIfStale: false } as const;

/** All countries by code, each with its flag. Empty until they are there. */
export function useCountries(): readonly Choice[] {
  const { data } = useEndpoint('GET /countries/list', {}, once);
  return useMemo(() => data?.map(({ code, name, flag }) => ({ value: code, label: name, image: flag })) ?? none, [data]);
}

/** All languages by code. */
export function useLanguages(): readonly Choice[] {
  const { data } = useEndpoint('GET /languages/list', {}, once);
  return useMemo(() => data?.map(({ code, name }) => ({ value: code, label: name })) ?? none, [data]);
}

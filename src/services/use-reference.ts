/** Reference lists as options of select fields. Fetched on first use and shared. */
import { useMemo } from 'react';
import { countryName, languageName } from '@web/lib/i18n/place-names';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { language } from '@web/lib/i18n/words';
import type { ResponseOf } from './call';
import { useEndpoint } from './use-endpoint';

interface Choice {
  value: string;
  label: string;
  image?: string;
}

const none: readonly Choice[] = [];
/** Translates and sorts a list, which the server returns in English, for the viewer's language. */
function localized(choices: readonly Choice[] | undefined, nameOf: (code: string) => string): readonly Choice[] {
  if (choices === undefined || language() === 'en') return choices ?? none;
  const translated = choices.map((choice) => ({ ...choice, label: nameOf(choice.value) }));
  return translated.sort((a, b) => a.label.localeCompare(b.label, language()));
}

const fetchOnce = { revalidateOnFocus: false, revalidateIfStale: false } as const;

/** All countries by code, each with its flag. Empty until they have loaded. */
export function useCountries(): readonly Choice[] {
  const { data } = useEndpoint('GET /countries/list', {}, fetchOnce);
  return useMemo(
    () =>
      localized(
        data?.map(({ code, name, flag }) => ({ value: code, label: name, image: flag })),
        countryName,
      ),
    [data],
  );
}

/** All languages by code. */
export function useLanguages(): readonly Choice[] {
  const { data } = useEndpoint('GET /languages/list', {}, fetchOnce);
  return useMemo(
    () =>
      localized(
        data?.map(({ code, name }) => ({ value: code, label: name })),
        languageName,
      ),
    [data],
  );
}

type AttributeName = keyof ResponseOf<'GET /user-additional'>;

/** The options of every profile attribute. Each list is empty until they have loaded. */
export function useAttributeOptions(): Record<AttributeName, readonly Choice[]> {
  const { data } = useEndpoint('GET /user-additional', {}, fetchOnce);
  return useMemo(() => {
    if (data === undefined || language() === 'en') return data ?? noOptions;
    const translated = Object.entries(data).map(([name, options]) => [
      name,
      options.map((option) => ({ ...option, label: translateMessage(option.label) })),
    ]);
    return Object.fromEntries(translated) as Record<AttributeName, readonly Choice[]>;
  }, [data]);
}

const noOptions: Record<AttributeName, readonly Choice[]> = {
  height: none,
  weight: none,
  age: none,
  bodyType: none,
  ethnicity: none,
  size: none,
  hair: none,
  eyes: none,
  gender: none,
  sexualOrientation: none,
};

/** States or regions of a country by code. Empty until they have loaded, and for countries without states. */
export function useStates(country: string): readonly Choice[] {
  const { data } = useEndpoint('GET /states/:country', country === '' ? null : { params: { country } }, fetchOnce);
  return useMemo(() => data?.map(({ name, code }) => ({ value: code, label: name })) ?? none, [data]);
}

/** City names of a state, by the state's code. Empty until they have loaded. */
export function useCities(country: string, state: string | undefined): readonly string[] {
  const { data } = useEndpoint('GET /cities/:country/:state', state === undefined ? null : { params: { country, state } }, fetchOnce);
  return useMemo(() => data?.map(({ name }) => name) ?? [], [data]);
}

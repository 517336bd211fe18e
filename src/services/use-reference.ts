/** The reference lists as fields take them: value and label. Fetched when a screen first needs them, then shared. */
import { useMemo } from 'react';
import { countryName, languageName } from '@web/lib/i18n/place-names';
import { said } from '@web/lib/said';
import { language } from '@web/lib/i18n/words';
import type { AnswerOf } from './call';
import { useEndpoint } from './use-endpoint';

interface Choice {
  value: string;
  label: string;
  image?: string;
}

const none: readonly Choice[] = [];
/** A list of the host's, which speaks English, in the reader's language and order. */
function named(choices: readonly Choice[] | undefined, nameOf: (code: string) => string): readonly Choice[] {
  if (choices === undefined || language() === 'en') return choices ?? none;
  const own = choices.map((choice) => ({ ...choice, label: nameOf(choice.value) }));
  return own.sort((one, other) => one.label.localeCompare(other.label, language()));
}

const once = { revalidateOnFocus: false, revalidateIfStale: false } as const;

/** All countries by code, each with its flag. Empty until they are there. */
export function useCountries(): readonly Choice[] {
  const { data } = useEndpoint('GET /countries/list', {}, once);
  return useMemo(
    () =>
      named(
        data?.map(({ code, name, flag }) => ({ value: code, label: name, image: flag })),
        countryName,
      ),
    [data],
  );
}

/** All languages by code. */
export function useLanguages(): readonly Choice[] {
  const { data } = useEndpoint('GET /languages/list', {}, once);
  return useMemo(
    () =>
      named(
        data?.map(({ code, name }) => ({ value: code, label: name })),
        languageName,
      ),
    [data],
  );
}

type AttributeName = keyof AnswerOf<'GET /user-additional'>;

/** The options of every attribute. Each list is empty until they are there. */
export function useAttributeOptions(): Record<AttributeName, readonly Choice[]> {
  const { data } = useEndpoint('GET /user-additional', {}, once);
  return useMemo(() => {
    if (data === undefined || language() === 'en') return data ?? noOptions;
    const own = Object.entries(data).map(([name, options]) => [name, options.map((option) => ({ ...option, label: said(option.label) }))]);
    return Object.fromEntries(own) as Record<AttributeName, readonly Choice[]>;
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

/** States or regions of a country by code; empty until they are there, and of countries that have none. */
export function useStates(country: string): readonly Choice[] {
  const { data } = useEndpoint('GET /states/:country', country === '' ? null : { params: { country } }, once);
  return useMemo(() => data?.map(({ name, code }) => ({ value: code, label: name })) ?? none, [data]);
}

/** Names of the cities of a state, by its code; empty until they are there. */
export function useCities(country: string, state: string | undefined): readonly string[] {
  const { data } = useEndpoint('GET /cities/:country/:state', state === undefined ? null : { params: { country, state } }, once);
  return useMemo(() => data?.map(({ name }) => name) ?? [], [data]);
}

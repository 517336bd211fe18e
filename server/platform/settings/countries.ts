/** Countries in which the whole site is blocked, cached in memory like the settings. */
import { blockedCountries } from '../db/schema/site';
import type { Db } from '../db/db';
import { serialized } from './serialized';

export interface CountryList {
  /** An unknown country is never blocked. */
  has(country: string | null): country is string;
  all(): string[];
  reload(): Promise<void>;
}

/** Loads and caches the list; only `reload` reads it again. */
export async function openSiteBlockedCountries(db: Db): Promise<CountryList> {
  let codes = new Set<string>();
  const reload = serialized(async () => {
    const rows = await db.select().from(blockedCountries);
    codes = new Set(rows.map((row) => row.code));
  });
  await reload();
  return { has: (country): country is string => country !== null && codes.has(country), all: () => [...codes].sort(), reload };
}

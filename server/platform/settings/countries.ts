/** Countries to which the whole site is closed, kept in memory like the settings. */
import { blockedCountries } from '../db/schema/schema';
import type { Db } from '../db/db';
import { inTurn } from './serialized';

export interface CountryList {
  /** An unknown country is never closed. */
  has(country: string | null): country is string;
  all(): string[];
  reload(): Promise<void>;
}

/** Loads the list once and keeps it; `db` is asked again only by `reload`. */
export async function openClosedCountries(db: Db): Promise<CountryList> {
  let codes = new Set<string>();
  const reload = inTurn(async () => {
    const rows = await db.select().from(blockedCountries);
    codes = new Set(rows.map((row) => row.code));
  });
  await reload();
  return { has: (country): country is string => country !== null && codes.has(country), all: () => [...codes].sort(), reload };
}

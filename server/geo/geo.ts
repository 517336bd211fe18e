/** Which country an address belongs to, from a database file that comes with the product: no question leaves the machine. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CountryResponse } from 'maxmind';
import { lazy } from '../lazy';
import { plainAddress } from './client-address';

export interface Geo {
  /** The ISO code of the country (two capitals), or null when the address is private, malformed or not in the file. */
  countryOf(address: string): Promise<string | null>;
}

/** The file's own flat form; the types of the reader know the nested one of another maker. */
type FlatCountry = CountryResponse & { country_code?: string };

// The combined file: the one for IPv4 alone answers wrongly for IPv6.
const fileName = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Country look-ups; the file is read once, at the first question. */
export function openGeo(): Geo {
  const reader = lazy(async () => {
    const maxmind = await import('maxmind');
    return maxmind.open<FlatCountry>(createRequire(join(process.cwd(), 'package.json')).resolve(fileName));
  });
  return {
    countryOf: async (address) => {
      const plain = plainAddress(address);
      return plain === null ? null : ((await reader()).get(plain)?.country_code ?? null);
    },
  };
}

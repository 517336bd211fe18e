/** The country of an IP address, from a bundled database file: nothing is sent to other machines. */
import { createRequire } from 'node:module';
import { BlockList, isIPv4 } from 'node:net';
import { join } from 'node:path';
import type { CountryResponse } from 'maxmind';
import { lazy } from '../../kernel/lazy';
import { normalizeAddress } from '@client-address/client-address';

export interface Geo {
  /** The ISO code (two letters), or null if the address is private, malformed or not in the file. */
  countryOf(address: string): Promise<string | null>;
}

/** This file has flat records; the reader's types describe MaxMind's nested ones. */
type FlatCountry = CountryResponse & { country_code?: string };

// The combined file: the IPv4 file returns wrong results for IPv6.
const fileName = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Private networks, some of which the file wrongly assigns to countries. */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits);

/** The file is read once, at the first lookup. */
const reader = lazy(async () => {
  const maxmind = await import('maxmind');
  return maxmind.open<FlatCountry>(createRequire(join(process.cwd(), 'package.json')).resolve(fileName));
});

/** When the database file was built. */
export const geoDataBuiltAt = async (): Promise<Date> => (await reader()).metadata.buildEpoch;

/** Country lookups in the bundled file. */
export function openGeo(): Geo {
  return {
    countryOf: async (address) => {
      const normalized = normalizeAddress(address);
      if (normalized === null || (isIPv4(normalized) && privateNetworks.check(normalized))) return null;
      return (await reader()).get(normalized)?.country_code ?? null;
    },
  };
}

/** Which country an address belongs to, from a database file that comes with the product: no question leaves the machine. */
import { createRequire } from 'node:module';
import { BlockList, isIPv4 } from 'node:net';
import { join } from 'node:path';
import type { CountryResponse } from 'maxmind';
import { lazy } from '../../kernel/lazy';
import { plainAddress } from './client-address';

export interface Geo {
  /** The ISO code of the country (two capitals), or null when the address is private, malformed or not in the file. */
  countryOf(address: string): Promise<string | null>;
}

/** The file's own flat form; the types of the reader know the nested one of another maker. */
type FlatCountry = CountryResponse & { country_code?: string };

// The combined file: the one for IPv4 alone answers wrongly for IPv6.
const fileName = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Networks that belong to nobody in particular, although the file gives some of them to whoever registered their numbers. */
const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits);

/** The file is read once, at the first question. */
const reader = lazy(async () => {
  const maxmind = await import('maxmind');
  return maxmind.open<FlatCountry>(createRequire(join(process.cwd(), 'package.json')).resolve(fileName));
});

/** When the file was made from what the registries said. */
export const geoDataFrom = async (): Promise<Date> => (await reader()).metadata.buildEpoch;

/** Country look-ups. */
export function openGeo(): Geo {
  return {
    countryOf: async (address) => {
      const plain = plainAddress(address);
      if (plain === null || (isIPv4(plain) && ownNetworks.check(plain))) return null;
      return (await reader()).get(plain)?.country_code ?? null;
    },
  };
}

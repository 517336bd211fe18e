/** Which country an address belongs to, from a database file that comes with the product: no question leaves the machine. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CountryResponse, Reader } from 'maxmind';

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
  let opening: Promise<{ reader: Reader<FlatCountry>; isAddress: (text: string) => boolean }> | null = null;
  const open = async () => {
    const maxmind = await import('maxmind');
    const path = createRequire(join(process.cwd(), 'package.json')).resolve(fileName);
    return { reader: await maxmind.open<FlatCountry>(path), isAddress: maxmind.validate };
  };
  return {
    countryOf: async (address) => {
      const { reader, isAddress } = await (opening ??= open());
      return isAddress(address) ? (reader.get(address)?.country_code ?? null) : null;
    },
  };
}

/**
 * Protection against SSRF for outgoing requests to URLs from others (push services, webhooks). Names are checked when the URL is
 * stored, and the resolved addresses when a request is sent.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const v4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
/** Ranges of the global unicast block that embed other addresses or are for documentation. */
const v6 = '2001::/23 2001:db8::/32 2002::/16';

const nonPublic = new BlockList();
for (const [networks, family] of [
  [v4, 'ipv4'],
  [v6, 'ipv6'],
] as const)
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/');
    nonPublic.addSubnet(address, Number(bits), family);
  }
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !nonPublic.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !nonPublic.check(address, 'ipv6');
}

/** Whether a URL has the configured private origin, which is exempt from the checks. */
export const isExemptOrigin = (exemptOrigin: string | null, address: URL): boolean =>
  exemptOrigin !== null && address.origin === exemptOrigin;

/** Whether requests to a URL are allowed, judging by its name: HTTPS and public, or the exempt origin. */
export function isAllowedUrl(exemptOrigin: string | null, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const address = new URL(endpoint);
  if (isExemptOrigin(exemptOrigin, address)) return true;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (address.protocol !== 'https:' || address.username !== '' || address.password !== '') return false;
  return isIP(host) === 0 ? host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/.test(host) : isPublicAddress(host);
}

/** The name does not resolve to public addresses. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError';
}

/** A DNS lookup that fails if any address is not public. The connection uses exactly these addresses (no DNS rebinding). */
export const publicLookup: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    // `found` is undefined on an error, contrary to the types. An exception here would end the process.
    if (error) {
      callback(error, '');
      return;
    }
    const blocked = found.find(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (blocked || !first) callback(new BlockedAddressError(`${host} resolves to ${blocked?.address ?? 'no address'}`), '');
    else if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

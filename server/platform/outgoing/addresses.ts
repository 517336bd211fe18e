/**
 * Which addresses of others the host writes to: those of push services that browsers tell, and those of webhooks. The host must
 * not become a way into its own network. Names are looked at here, and what they lead to when something is sent.
 */
import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const v4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
/** Of the world's own addresses, those that only wrap others or stand in books. */
const v6 = '2001::/23 2001:db8::/32 2002::/16';

const closed = new BlockList();
for (const [networks, family] of [
  [v4, 'ipv4'],
  [v6, 'ipv6'],
] as const)
  for (const network of networks.split(' ')) {
    const [address = '', bits] = network.split('/');
    closed.addSubnet(address, Number(bits), family);
  }
const world = new BlockList();
world.addSubnet('2000::', 3, 'ipv6');

/** Whether a numeric address is one of the open network. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && world.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/** Whether an address is at the origin of the site's own network that the configuration names for this purpose. */
export const isOwnOrigin = (ownOrigin: string | null, address: URL): boolean => ownOrigin !== null && address.origin === ownOrigin;

/** Whether something may be sent to an address, as far as its name tells: HTTPS and out into the open network, or the own origin. */
export function isOpenAddress(ownOrigin: string | null, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const address = new URL(endpoint);
  if (isOwnOrigin(ownOrigin, address)) return true;
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (address.protocol !== 'https:' || address.username !== '' || address.password !== '') return false;
  return isIP(host) === 0 ? host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/.test(host) : isPublic(host);
}

/** The name does not lead out into the open network. */
export class ClosedAddress extends Error {
  override name = 'ClosedAddress';
}

/** Looks a name up as the system does, and fails where any of its addresses is not public: the connection then goes to one that was looked at. */
export const publicLookup: LookupFunction = (host, options, answer) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    // With a failure comes no list, whatever the types say; thrown here, it would end the process.
    if (error) {
      answer(error, '');
      return;
    }
    const shut = found.find(({ address }) => !isPublic(address));
    const [first] = found;
    if (shut || !first) answer(new ClosedAddress(`${host} leads to ${shut?.address ?? 'nowhere'}`), '');
    else if (options.all) answer(null, found);
    else answer(null, first.address, first.family);
  });
};

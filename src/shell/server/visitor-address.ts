/** The visitor's IP address. Server only. Forwarded addresses are used only from trusted proxies. */
import { BlockList, isIP } from 'node:net';

const networks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
const hopsMax = 50;
const lists = new Map<string, BlockList>();

const normalized = (address: string): string =>
  address
    .trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/%.*$/, '');
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(trustedProxies: readonly string[]): BlockList {
  const name = trustedProxies.join(' ');
  const cached = lists.get(name);
  if (cached) return cached;
  const list = new BlockList();
  for (const entry of trustedProxies.flatMap((word) => networks[word] ?? [word])) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  lists.set(name, list);
  return list;
}

/** The first hop from the right that is not a trusted proxy; without trusted proxies the socket's peer. */
export function visitorAddress(peer: string | undefined, forwardedFor: string | undefined, trustedProxies: readonly string[]): string {
  const trusted = listOf(trustedProxies);
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  let nearest = normalized(peer ?? '');
  for (const hop of (forwardedFor ?? '').split(',').slice(-hopsMax).reverse()) {
    const next = normalized(hop);
    if (!isTrusted(nearest) || isIP(next) === 0) break;
    nearest = next;
  }
  return nearest;
}

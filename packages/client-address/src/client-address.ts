/**
 * The address of an HTTP client. A header is a claim: it counts only from a trusted proxy. The peer address of the socket cannot be
 * forged, so it is the fallback.
 */
import { BlockList, isIP } from 'node:net';

const hopsMax = 50;

/** The canonical form of an address: without brackets, port and zone; IPv4-mapped IPv6 as IPv4. Null if it is not an address. */
export function normalizeAddress(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const inner = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = inner.replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return address;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (!mapped) return canonical;
  const [high, low] = [parseInt(mapped[1] ?? '', 16), parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Cached by the text of their networks. A process has only a few: they are settings. */
const blockLists = new Map<string, BlockList>();

function blockListOf(networks: readonly string[]): BlockList {
  const key = networks.join(' ');
  const cached = blockLists.get(key);
  if (cached) return cached;
  const list = new BlockList();
  for (const entry of networks.flatMap((network) => namedNetworks[network] ?? [network])) {
    const [text = '', bits] = entry.split('/');
    const address = normalizeAddress(text);
    if (address === null) throw new Error(`not an address or range: ${entry}`);
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  blockLists.set(key, list);
  return list;
}

/**
 * Whether a normalized address is in one of the networks: addresses, CIDR ranges, and the names loopback, linklocal and uniquelocal.
 * @throws when an entry of `networks` is none of these
 */
export const isWithin = (address: string, networks: readonly string[]): boolean =>
  isIP(address) !== 0 && blockListOf(networks).check(address, familyOf(address));

/** The first hop from the right that is not a trusted proxy; without trusted proxies the peer. An invalid hop ends the search. */
export function forwardedClient(peer: string, forwardedFor: string | undefined, trustedProxies: readonly string[]): string {
  let client = normalizeAddress(peer) ?? peer;
  for (const hop of (forwardedFor ?? '').split(',').slice(-hopsMax).reverse()) {
    if (!isWithin(client, trustedProxies)) break;
    const next = normalizeAddress(hop);
    if (next === null) break;
    client = next;
  }
  return client;
}

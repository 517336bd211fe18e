/**
 * Which address a request came from. Headers are claims: they count only from those who may make them. What the peer's own
 * socket says is never wrong, so it is the answer whenever a claim does not hold.
 */
import { createHmac } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { clientProofLabel } from '@contract/kernel/conventions';
import { second_ms } from '@contract/kernel/units';
import { deriveKey } from '../../kernel/derive-key';
import { isSameSecret } from '../../same-secret';

export interface Claims {
  /** The other end of the socket. */
  peer: string;
  /** The header `x-forwarded-for`, as it came. */
  forwardedFor: string | undefined;
  /** The header `x-client-ip`. */
  clientIp: string | undefined;
  /** The header `x-client-proof`. */
  clientProof: string | undefined;
}

export interface Trust {
  /** Addresses, networks and the words loopback, linklocal and uniquelocal: proxies whose `x-forwarded-for` counts. */
  trustedProxies: readonly string[];
  /** The key of `proofKey`. */
  proofKey: Uint8Array;
  now: Date;
}

const hopsMax = 50;
const minute_s = 60;

/** The key by which the site's own server vouches for a visitor's address. */
export function proofKey(appSecret: string): Buffer {
  return deriveKey(appSecret, clientProofLabel);
}

const minuteOf = (now: Date): number => Math.floor(now.getTime() / second_ms / minute_s);
const proofAt = (key: Uint8Array, address: string, minute: number): string =>
  createHmac('sha256', key)
    .update(`${address}|${String(minute)}`)
    .digest('hex');

/** The proof over an address for the minute of `now`, as hex text. */
export function proofOf(key: Uint8Array, address: string, now: Date): string {
  return proofAt(key, address, minuteOf(now));
}

function isProven({ clientIp, clientProof }: Claims, { proofKey: key, now }: Trust): boolean {
  if (!clientIp || !clientProof) return false;
  // The minute before and after: two clocks are never quite the same.
  return [-1, 0, 1].some((drift) => isSameSecret(clientProof, proofAt(key, clientIp, minuteOf(now) + drift)));
}

/** One spelling for an address: without brackets, port or zone, and IPv4 inside IPv6 as IPv4. Null when it is none. */
export function plainAddress(text: string): string | null {
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

const groups_v6 = 8;
const networkGroups_v6 = 4;

/** What an address is counted under: IPv6 by its /64, since whoever holds one address of it holds them all. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: groups_v6 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, networkGroups_v6).join(':')}::/64`;
}

/** Networks that have a name. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const loopback = ['loopback'] as const;

/** Whether the other end of a socket is this machine. */
export function isLoopback(peer: string): boolean {
  const address = plainAddress(peer);
  return address !== null && listOf(loopback).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const lists = new WeakMap<readonly string[], BlockList>();

function listOf(trustedProxies: readonly string[]): BlockList {
  const known = lists.get(trustedProxies);
  if (known) return known;
  const list = new BlockList();
  for (const entry of trustedProxies.flatMap((proxy) => named[proxy] ?? [proxy])) {
    const [text = '', bits] = entry.split('/');
    const address = plainAddress(text);
    if (address === null) throw new Error(`not an address or range: ${entry}`);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  lists.set(trustedProxies, list);
  return list;
}

/**
 * The address that a request counts for. With a valid proof it is the one that the site's server vouches for; behind trusted
 * proxies the nearest forwarded one that is not itself a trusted proxy, read from the right; else the socket's own peer.
 */
export function clientAddress(claims: Claims, trust: Trust): string {
  const peer = plainAddress(claims.peer) ?? claims.peer;
  if (isProven(claims, trust)) {
    const vouched = plainAddress(claims.clientIp ?? '');
    if (vouched !== null) return vouched;
  }
  const trusted = listOf(trust.trustedProxies);
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  let nearest = peer;
  const hops = (claims.forwardedFor ?? '').split(',').slice(-hopsMax).reverse();
  for (const hop of hops) {
    if (!isTrusted(nearest)) break;
    const next = plainAddress(hop);
    if (next === null) break;
    nearest = next;
  }
  return nearest;
}

/**
 * Determines the client's IP address. Headers are claims: they count only from trusted senders. The peer address of the socket
 * cannot be forged, so it is the fallback.
 */
import { createHmac } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { clientProofLabel } from '@contract/kernel/conventions';
import { second_ms } from '@contract/kernel/units';
import { deriveKey } from '../../kernel/derive-key';
import { isSameSecret } from '../../kernel/constant-time';

export interface Claims {
  /** The remote address of the socket. */
  peer: string;
  /** The header `x-forwarded-for`. */
  forwardedFor: string | undefined;
  /** The header `x-client-ip`. */
  clientIp: string | undefined;
  /** The header `x-client-proof`. */
  clientProof: string | undefined;
}

export interface Trust {
  /** Proxies whose `x-forwarded-for` counts: addresses, networks, and the names loopback, linklocal and uniquelocal. */
  trustedProxies: readonly string[];
  /** See `proofKey`. */
  proofKey: Uint8Array;
  now: Date;
}

const hopsMax = 50;
const minute_s = 60;

/** The key with which the site's web server signs a visitor's address. */
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
  // Also the previous and the next minute, because of clock skew.
  return [-1, 0, 1].some((drift) => isSameSecret(clientProof, proofAt(key, clientIp, minuteOf(now) + drift)));
}

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

const groups_v6 = 8;
const networkGroups_v6 = 4;

/** The key for rate limits: an IPv6 address counts as its /64, because a client usually has all addresses of it. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: groups_v6 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, networkGroups_v6).join(':')}::/64`;
}

/** Named networks. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const loopback = ['loopback'] as const;

/** Whether a socket's peer is this machine. */
export function isLoopback(peer: string): boolean {
  const address = normalizeAddress(peer);
  return address !== null && listOf(loopback).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const lists = new WeakMap<readonly string[], BlockList>();

function listOf(trustedProxies: readonly string[]): BlockList {
  const cached = lists.get(trustedProxies);
  if (cached) return cached;
  const list = new BlockList();
  for (const entry of trustedProxies.flatMap((proxy) => namedNetworks[proxy] ?? [proxy])) {
    const [text = '', bits] = entry.split('/');
    const address = normalizeAddress(text);
    if (address === null) throw new Error(`not an address or range: ${entry}`);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  lists.set(trustedProxies, list);
  return list;
}

/**
 * The client address of a request: with a valid proof the address that the site's web server signed; behind trusted proxies the
 * rightmost forwarded address that is not a trusted proxy; otherwise the socket's peer.
 */
export function clientAddress(claims: Claims, trust: Trust): string {
  const peer = normalizeAddress(claims.peer) ?? claims.peer;
  if (isProven(claims, trust)) {
    const proven = normalizeAddress(claims.clientIp ?? '');
    if (proven !== null) return proven;
  }
  const trusted = listOf(trust.trustedProxies);
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  let nearest = peer;
  const hops = (claims.forwardedFor ?? '').split(',').slice(-hopsMax).reverse();
  for (const hop of hops) {
    if (!isTrusted(nearest)) break;
    const next = normalizeAddress(hop);
    if (next === null) break;
    nearest = next;
  }
  return nearest;
}

/** Determines the client's IP address: from the site's web server by its proof, from proxies by `X-Forwarded-For`. */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { forwardedClient, isWithin, normalizeAddress } from '@client-address/client-address';
import { clientProofLabel } from '@contract/kernel/conventions';
import { second_ms } from '@contract/kernel/units';
import { deriveKey } from '../../kernel/derive-key';
import { isSameSecret } from '../../kernel/constant-time';

/** What a request claims about its client, unverified. */
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

/** How claims are verified. */
export interface Trust {
  /** Proxies whose `x-forwarded-for` counts: addresses, networks, and the names loopback, linklocal and uniquelocal. */
  trustedProxies: readonly string[];
  /** See `proofKey`. */
  proofKey: Uint8Array;
  now: Date;
}

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

const ipv6Groups = 8;
const ipv6NetworkGroups = 4;

/** The network of an address, for rate limits: an IPv6 client usually has all addresses of a /64. An IPv4 address is returned as is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: ipv6Groups - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, ipv6NetworkGroups).join(':')}::/64`;
}

const loopback = ['loopback'] as const;

/** Whether a socket's peer is this machine. */
export function isLoopback(peer: string): boolean {
  const address = normalizeAddress(peer);
  return address !== null && isWithin(address, loopback);
}

/**
 * The client address of a request: with a valid proof the address that the site's web server signed; behind trusted proxies the
 * rightmost forwarded address that is not a trusted proxy; otherwise the socket's peer.
 */
export function clientAddress(claims: Claims, trust: Trust): string {
  if (isProven(claims, trust)) {
    const proven = normalizeAddress(claims.clientIp ?? '');
    if (proven !== null) return proven;
  }
  return forwardedClient(claims.peer, claims.forwardedFor, trust.trustedProxies);
}

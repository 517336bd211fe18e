/** The addresses that the engine advertises to browsers. */
import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

const advertisedMax = 8;
const loopback = '127.0.0.1';

export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/**
 * The addresses in every answer: those `configured` (behind a NAT, the public one), else all addresses of the machine. Loopback
 * comes last, for a browser on a machine without a network.
 */
export function advertisedAddresses(configured: string[], interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  if (configured.length > 0) return configured.slice(0, advertisedMax);
  const detected = Object.values(interfaces)
    .flatMap((entries) => entries ?? [])
    .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address)
    .sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
  return [...detected.slice(0, advertisedMax - 1), loopback];
}

/** The address to bind the UDP port to; undefined: all. When all advertised addresses are loopback, it is loopback. */
export function bindAddressFor(addresses: string[]): string | undefined {
  return addresses.every(isLoopback) ? addresses[0] : undefined;
}

/** Whether one of these addresses is reachable from the public internet: not loopback, private (RFC 1918), CGNAT or unique local. */
export function isReachable(addresses: string[]): boolean {
  return addresses.some(
    (address) =>
      !isLoopback(address) && !/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd])/i.test(address),
  );
}

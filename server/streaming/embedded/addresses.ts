/** Where browsers are told to find the engine. */
import { isIPv4 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';

const addressesMax = 8;
const loopback = '127.0.0.1';

export const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/**
 * The addresses that are named in every answer: those that were `given` (behind a NAT the outer one, which leads here), else all
 * that the machine has. Loopback comes last: it serves a browser on a machine without a network, and harms no other.
 */
export function addressesToName(given: string[], interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>): string[] {
  if (given.length > 0) return given.slice(0, addressesMax);
  const found = Object.values(interfaces)
    .flatMap((those) => those ?? [])
    .filter(({ internal, address }) => !internal && !/^(fe80:|169\.254\.)/i.test(address))
    .map(({ address }) => address)
    .sort((a, b) => Number(isIPv4(b)) - Number(isIPv4(a)));
  return [...found.slice(0, addressesMax - 1), loopback];
}

/** What the one port is bound to; undefined: everything. Addresses of this machine alone are served on it alone. */
export function addressToBind(named: string[]): string | undefined {
  return named.every(isLoopback) ? named[0] : undefined;
}

/** Whether visitors from anywhere could find the engine at one of these: the others lead nowhere outside of their own network. */
export function isReachable(named: string[]): boolean {
  return named.some(
    (address) =>
      !isLoopback(address) && !/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd])/i.test(address),
  );
}

/** Requests that no endpoint takes: 405 with the methods that their address does take, and 404 where it takes none. */
import type { FastifyInstance } from 'fastify';

interface Address {
  segments: readonly string[];
  methods: readonly string[];
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.at(-1) === '*'
    ? path.length >= pattern.length - 1 && matches(pattern.slice(0, -1), path.slice(0, pattern.length - 1))
    : pattern.length === path.length && pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);

/** Follows the routes that are added from now on. Returns the methods that the address of a URL takes; empty if there is no such address. */
export function followMethods(app: FastifyInstance): (url: string) => string[] {
  const addresses: Address[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // Preflight requests are taken at every address.
    const methods = [method].flat().filter((name) => name !== 'OPTIONS');
    if (methods.length > 0) addresses.push({ segments: segmentsOf(url), methods });
  });
  return (url) => {
    const path = segmentsOf(url.split(/[?#]/, 1)[0] ?? '');
    return [...new Set(addresses.filter(({ segments }) => matches(segments, path)).flatMap(({ methods }) => methods))].sort();
  };
}

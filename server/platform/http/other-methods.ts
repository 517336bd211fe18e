/** The methods that a path supports, for requests without a route: 405 if there are any, otherwise 404. */
import type { FastifyInstance } from 'fastify';

interface MountedRoute {
  segments: readonly string[];
  methods: readonly string[];
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

const matches = (pattern: readonly string[], path: readonly string[]): boolean =>
  pattern.at(-1) === '*'
    ? path.length >= pattern.length - 1 && matches(pattern.slice(0, -1), path.slice(0, pattern.length - 1))
    : pattern.length === path.length && pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);

/** Tracks the routes that are added from now on. Returns a function that lists the methods of a URL's path; empty if it has no route. */
export function trackMethods(app: FastifyInstance): (url: string) => string[] {
  const mountedRoutes: MountedRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    // Preflight requests are accepted on every path.
    const methods = [method].flat().filter((name) => name !== 'OPTIONS');
    if (methods.length > 0) mountedRoutes.push({ segments: segmentsOf(url), methods });
  });
  return (url) => {
    const path = segmentsOf(url.split(/[?#]/, 1)[0] ?? '');
    return [...new Set(mountedRoutes.filter(({ segments }) => matches(segments, path)).flatMap(({ methods }) => methods))].sort();
  };
}

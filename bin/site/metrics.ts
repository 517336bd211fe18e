/** Metrics of the site's own server: its process, and response times by route. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The build's list of routes; it does not exist in development. */
const manifest = '.next/routes-manifest.json';

interface Routes {
  staticRoutes: { page: string }[];
  dynamicRoutes: { page: string; regex: string }[];
}

/** Other files are counted by folder: the number of series by URL would be unbounded. */
const folders = ['/_next/static', '/_next/data', '/_next/image', '/assets', ...readdirSync('public').map((name) => `/${name}`)];
const noRoute = 'none';

/** Finds the route of a path, as the site's sources name it. */
function routeFinder({ staticRoutes, dynamicRoutes }: Routes): (path: string) => string {
  const staticPages = new Set(staticRoutes.map(({ page }) => page));
  const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  return (path) => {
    const folder = folders.find((known) => path.startsWith(`${known}/`) || path === known);
    if (folder !== undefined) return folder;
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
    return staticPages.has(plain) ? plain : (patterns.find(({ pattern }) => pattern.test(plain))?.page ?? noRoute);
  };
}

const builtRoutes = (): Routes =>
  existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Routes) : { staticRoutes: [], dynamicRoutes: [] };

export interface SiteMetrics {
  registry: Registry;
  /** Records the response to a request when it is finished. */
  watch(request: IncomingMessage, response: ServerResponse): void;
}

/** Starts to collect the metrics of this process. */
export function openSiteMetrics(routes = builtRoutes()): SiteMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'footlight_site_request_duration_seconds',
    help: "Requests to the site's server by route and status",
    labelNames: ['method', 'route', 'status'] as const,
    registers: [registry],
  });
  const routeOf = routeFinder(routes);
  return {
    registry,
    watch: (request, response) => {
      const start_ms = performance.now();
      // Next.js rewrites the URL later.
      const path = (request.url ?? '/').replace(/[?#].*$/s, '');
      response.once('finish', () => {
        const labels = { method: request.method ?? '', route: routeOf(path), status: String(response.statusCode) };
        durations.observe(labels, (performance.now() - start_ms) / 1000);
      });
    },
  };
}

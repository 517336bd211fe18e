/** The process that serves the site's pages. `--dev` builds them on request. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import next from 'next';
import { isLocal } from '../../server/kernel/config';
import { sendMetrics } from '../../server/platform/http/metrics-access';
import { siteHeaders } from '../../src/shell/server/page-headers';
import { commandEnvironment } from '../environment';
import { serveHeic } from './heic';
import { openSiteMetrics } from './metrics';
import { openTranslations } from './words';

const stopWait_ms = 5_000;

async function serve(): Promise<void> {
  const { config, env } = commandEnvironment();
  Object.assign(process.env, env);
  const site = next({ dev: process.argv.includes('--dev'), hostname: new URL(config.siteUrl).hostname, port: config.sitePort });
  const handleRequest = site.getRequestHandler();
  await site.prepare();
  const securityHeaders = new Headers(siteHeaders(config.siteUrl));
  const translations = openTranslations(config.localesDir);

  const metrics = openSiteMetrics();

  const server = createServer((request, response) => {
    response.setHeaders(securityHeaders);
    if (pathOf(request).replace(/\?.*$/s, '') === '/metrics') {
      void sendMetrics(config.metricsToken, metrics.registry, [request, response]);
      return;
    }
    if (request.url === '/health') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
      return;
    }
    metrics.watch(request, response);
    if (isForOtherHost(request, config.siteUrl)) {
      response.writeHead(307, { location: new URL(pathOf(request), config.siteUrl).href, 'cache-control': 'no-store' }).end();
      return;
    }
    if (translations.serveScript(request, response) || serveHeic(request, response)) return;
    const fail = (error: unknown): void => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    };
    translations.runInRequestLanguage(request, () => void handleRequest(request, response).catch(fail));
  });
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  server.listen(config.sitePort, () => process.send?.('ready'));

  const stop = (): void => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), stopWait_ms).unref();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

/**
 * Cookies and CORS are bound to one host name, so a page requested under another one is redirected. A loopback name in front of a
 * public site is left alone: that is a proxy or a probe on this machine, and redirecting it would loop.
 */
function isForOtherHost(request: IncomingMessage, siteUrl: string): boolean {
  const hosts = [request.headers['x-forwarded-host'], request.headers.host].flat().filter((name) => name !== undefined);
  if (hosts.length === 0 || hosts.includes(new URL(siteUrl).host) || pathOf(request).startsWith('/_next/')) return false;
  return isLocal(siteUrl) || !hosts.every((name) => URL.canParse(`http://${name}`) && isLocal(`http://${name}`));
}

/** The path within this site: a URL that contains another host is reduced to its path. */
function pathOf(request: IncomingMessage): string {
  return `/${(request.url ?? '/').replace(/^[/\\]+/, '')}`;
}

await serve();

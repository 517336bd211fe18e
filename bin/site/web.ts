/** The process that serves the site's pages. `--dev` builds them as they are asked for. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import next from 'next';
import { isLocal } from '../../server/kernel/config';
import { siteHeaders } from '../../src/shell/server/page-headers';
import { commandEnvironment } from '../environment';
import { openWords } from './words';

const stopWait_ms = 5_000;

async function serve(): Promise<void> {
  const { config, env } = commandEnvironment();
  Object.assign(process.env, env);
  const site = next({ dev: process.argv.includes('--dev'), hostname: new URL(config.siteUrl).hostname, port: config.sitePort });
  const answer = site.getRequestHandler();
  await site.prepare();
  const guards = new Headers(siteHeaders(config.siteUrl));
  const words = openWords(config.localesDir);

  const server = createServer((request, response) => {
    response.setHeaders(guards);
    if (request.url === '/health') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
      return;
    }
    if (isElsewhere(request, config.siteUrl)) {
      response.writeHead(307, { location: new URL(pathOf(request), config.siteUrl).href, 'cache-control': 'no-store' }).end();
      return;
    }
    if (words.hasAnswered(request, response)) return;
    const fail = (error: unknown): void => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      if (!response.headersSent) response.statusCode = 500;
      response.end();
    };
    words.readBy(request, () => void answer(request, response).catch(fail));
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
 * Cookies and CORS hold for one host name, so a page asked for under another one is sent there. A loopback name before a
 * public site is left alone: that is a proxy or a probe on this machine, and sending it on would go round in circles.
 */
function isElsewhere(request: IncomingMessage, siteUrl: string): boolean {
  const asked = [request.headers['x-forwarded-host'], request.headers.host].flat().filter((name) => name !== undefined);
  if (asked.length === 0 || asked.includes(new URL(siteUrl).host) || pathOf(request).startsWith('/_next/')) return false;
  return isLocal(siteUrl) || !asked.every((name) => URL.canParse(`http://${name}`) && isLocal(`http://${name}`));
}

/** The path within this site: an address that smuggles in another host is reduced to its path. */
function pathOf(request: IncomingMessage): string {
  return `/${(request.url ?? '/').replace(/^[/\\]+/, '')}`;
}

await serve();

/** Access to a process's metrics, and a handler for plain Node servers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { isLoopback } from '../geo/client-address';
import { isSameSecret } from '../../kernel/constant-time';

/** Requests with the token; without a configured token, requests from this machine that did not come through a proxy. */
export function mayReadMetrics(metricsToken: string | null, { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const token = metricsToken ?? '';
  if (token !== '') return isSameSecret(headers.authorization?.replace(/^Bearer /, '') ?? '', token);
  return isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
}

/** Responds with the metrics, or with 404 if access is not allowed. */
export async function sendMetrics(
  metricsToken: string | null,
  registry: Pick<Registry, 'contentType' | 'metrics'>,
  [request, response]: [IncomingMessage, ServerResponse],
): Promise<void> {
  if (!mayReadMetrics(metricsToken, request)) return void response.writeHead(404).end();
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' }).end(text);
  } catch {
    response.writeHead(500).end();
  }
}

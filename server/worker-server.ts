/** The worker's HTTP server for health checks and metrics, if a port is configured. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sendMetrics } from './platform/http/metrics-access';
import { openProcessMetrics } from './platform/http/process-metrics';
import type { OpenContext } from './open-context';

export interface WorkerServer {
  /** Starts to listen; port 0 takes any free port. Returns the address. */
  listen(port: number, host: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the metrics of this process and creates the server. */
export function openWorkerServer(opened: OpenContext): WorkerServer {
  const { registry } = openProcessMetrics(opened);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*$/s, '');
    if (path === '/health') response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
    else if (path === '/metrics') void sendMetrics(opened.ctx.config.metricsToken, registry, [request, response]);
    else response.writeHead(404).end();
  });
  return {
    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening');
      return `http://${host.includes(':') ? `[${host}]` : host}:${String((server.address() as AddressInfo).port)}`;
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A reverse proxy on loopback that forwards plain HTTP and no WebSocket upgrades. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface HttpProxy {
  url: string;
  /** The paths of the forwarded requests. */
  forwardedPaths: readonly string[];
  close(): Promise<void>;
}

/** What the proxy does with Upgrade requests: responds with 403, or never responds. */
export type UpgradeMode = 'rejects' | 'ignores';

/** Opens a proxy in front of the origin `target`, on any free port if `port` is 0. */
export async function openProxy(target: string, upgradeMode: UpgradeMode, port = 0): Promise<HttpProxy> {
  const forwardedPaths: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((incoming, response) => {
    forwardedPaths.push(incoming.url ?? '');
    const forwarded = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (upstreamResponse) => {
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        upstreamResponse.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (_received, socket) => {
    if (upgradeMode === 'rejects') socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    forwardedPaths,
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

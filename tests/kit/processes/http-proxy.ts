/** A reverse proxy on loopback that passes plain HTTP on, and does not let connections become websockets. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface HttpProxy {
  url: string;
  /** The paths of the requests that were passed on. */
  passed: readonly string[];
  close(): Promise<void>;
}

/** What becomes of an Upgrade: answered 403, or taken without an answer. */
export type Upgrades = 'refuses' | 'never answers';

/** Opens a proxy in front of `target`, an origin; `port` 0 takes any free one. */
export async function openProxy(target: string, upgrades: Upgrades, port = 0): Promise<HttpProxy> {
  const passed: string[] = [];
  const held = new Set<Duplex>();
  const server = createServer((received, response) => {
    passed.push(received.url ?? '');
    const onward = request(new URL(received.url ?? '/', target), { method: received.method, headers: received.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    received.pipe(onward);
  });
  server.on('connection', (socket: Socket) => {
    held.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => held.delete(socket));
  });
  server.on('upgrade', (_received, socket) => {
    if (upgrades === 'refuses') socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    passed,
    close: async () => {
      held.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

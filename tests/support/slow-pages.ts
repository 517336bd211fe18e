/** A proxy through which documents arrive in pieces, as over a slow line; everything else passes as it is. */
import { connect } from 'node:net';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const piece_bytes = 700;
/** More than a frame: the browser paints what it has. */
const pause_ms = 30;

export interface SlowPages {
  /** For the `proxy` of a browser's context. */
  server: string;
  close(): Promise<void>;
}

export async function startSlowPages(): Promise<SlowPages> {
  const server = createServer((asked, answer) => {
    // What comes in pieces must come as it is: a decoder would hold its first bytes back.
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const passed = request(asked.url ?? '/', { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      // Told by the answer: the service worker asks for documents as for anything else.
      if (given.headers['content-type']?.startsWith('text/html')) void inPieces(given, answer);
      else given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  // Sockets ask for a tunnel.
  server.on('connect', ({ url = '' }: IncomingMessage, near) => {
    const { hostname, port } = new URL(`http://${url}`);
    const far = connect(Number(port), hostname, () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      far.pipe(near).pipe(far);
    });
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function inPieces(given: IncomingMessage, answer: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of given) parts.push(part as Buffer);
  const page = Buffer.concat(parts);
  for (let at = 0; at < page.length; at += piece_bytes) {
    answer.write(page.subarray(at, at + piece_bytes));
    await wait(pause_ms);
  }
  answer.end();
}

/** A proxy that sends documents in small chunks, as over a slow network; everything else passes unchanged. */
import { connect } from 'node:net';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const chunk_bytes = 700;
/** Longer than a frame, so that the browser paints what it has. */
const pause_ms = 30;

export interface SlowDocumentProxy {
  /** For the `proxy` option of a browser context. */
  server: string;
  close(): Promise<void>;
}

export async function startSlowDocumentProxy(): Promise<SlowDocumentProxy> {
  const server = createServer((incoming, outgoing) => {
    // Chunks must arrive uncompressed: a decoder would hold back the first bytes.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const forwarded = request(incoming.url ?? '/', { method: incoming.method, headers }, (upstreamResponse) => {
      outgoing.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      // Decided by the response: the service worker requests documents with the same headers as anything else.
      if (upstreamResponse.headers['content-type']?.startsWith('text/html')) void sendInChunks(upstreamResponse, outgoing);
      else upstreamResponse.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  // WebSockets use CONNECT.
  server.on('connect', ({ url = '' }: IncomingMessage, clientSocket) => {
    const { hostname, port } = new URL(`http://${url}`);
    const upstreamSocket = connect(Number(port), hostname, () => {
      clientSocket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstreamSocket.pipe(clientSocket).pipe(upstreamSocket);
    });
    upstreamSocket.on('error', () => clientSocket.destroy());
    clientSocket.on('error', () => upstreamSocket.destroy());
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

async function sendInChunks(upstreamResponse: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of upstreamResponse) parts.push(part as Buffer);
  const document = Buffer.concat(parts);
  for (let at = 0; at < document.length; at += chunk_bytes) {
    outgoing.write(document.subarray(at, at + chunk_bytes));
    await wait(pause_ms);
  }
  outgoing.end();
}

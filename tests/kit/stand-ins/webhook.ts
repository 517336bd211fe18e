/** A webhook receiver on loopback: it stores what it receives, verifies signatures, and responds with a chosen status. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  event: string;
  delivery: string;
  body: { id: string; event: string; data: Record<string, unknown> };
  text: string;
  signature: string;
}

export interface WebhookStandIn {
  origin: string;
  url: string;
  received: ReceivedWebhook[];
  /** Responds to everything with this status from now on; 0 closes the connection, and `nothing` never responds. */
  respondWith(status: number | 'nothing'): void;
  close(): Promise<void>;
}

/** Whether a webhook has the signature of `secret`, verified as a receiver would. */
export function isSignedBy(secret: string, { signature, text }: ReceivedWebhook): boolean {
  const [, timestamp_s = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return createHmac('sha256', secret).update(`${timestamp_s}.${text}`).digest('hex') === mac;
}

export async function openWebhookStandIn(): Promise<WebhookStandIn> {
  const received: ReceivedWebhook[] = [];
  let status: number | 'nothing' = 200;
  const server = createServer((request, response) => {
    void request.toArray().then((parts: Buffer[]) => {
      if (status === 0) return request.socket.destroy();
      const text = Buffer.concat(parts).toString();
      const header = (name: string): string => String(request.headers[name]);
      received.push({
        event: header('footlight-event'),
        delivery: header('footlight-delivery'),
        body: JSON.parse(text) as ReceivedWebhook['body'],
        text,
        signature: header('footlight-signature'),
      });
      if (status === 'nothing') return undefined;
      // A sender that follows redirects would appear as a second request.
      return response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    url: `${origin}/hooks`,
    received,
    respondWith: (next) => void (status = next),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** A captcha service on loopback: it knows one secret and the tokens that a test issued, each valid once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecaptchaStandIn {
  verifyUrl: string;
  secret: string;
  /** Issues a valid token: with a score for version 3, and solved on `hostname`; null leaves the host name out of the response. */
  grant(token: string, score?: number, hostname?: string | null): void;
  /** Responds with this status and text instead, or normally again with null. */
  respondWith(response: { status: number; body: string } | null): void;
  /** Accepts requests and never responds. */
  hang(): void;
  requestCount(): number;
  close(): Promise<void>;
}

/** Starts the service on a free port. */
export async function openRecaptchaStandIn(): Promise<RecaptchaStandIn> {
  const secret = 'stand-in-captcha-secret';
  const granted = new Map<string, { score: number | undefined; hostname: string | null }>();
  let override: { status: number; body: string } | null = null;
  let isHanging = false;
  let requestCount = 0;

  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      requestCount += 1;
      if (isHanging) return;
      if (override) {
        response.writeHead(override.status, { 'content-type': 'application/json' }).end(override.body);
        return;
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const token = form.get('response') ?? '';
      const problem =
        request.method !== 'POST' || form.get('secret') !== secret
          ? 'invalid-input-secret'
          : granted.has(token)
            ? null
            : 'invalid-input-response';
      const { score, hostname } = granted.get(token) ?? { score: undefined, hostname: null };
      granted.delete(token);
      const details = { ...(score !== undefined && { score }), ...(hostname !== null && { hostname }) };
      const verdict = problem === null ? { success: true, ...details } : { success: false, 'error-codes': [problem] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verdict));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    verifyUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/siteverify`,
    secret,
    grant: (token, score, hostname = 'localhost') => granted.set(token, { score, hostname }),
    respondWith: (response) => {
      override = response;
    },
    hang: () => {
      isHanging = true;
    },
    requestCount: () => requestCount,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

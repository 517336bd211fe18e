/** A captcha service on loopback: knows one secret and the tokens that a test gave out, each good once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecaptchaStandIn {
  verifyUrl: string;
  secret: string;
  /** Makes a token that proves a person, with a score where the newer version is meant; solved on `hostname`, null: it is not said where. */
  grant(token: string, score?: number, hostname?: string | null): void;
  /** Answers with this status and text instead, or normally again with null. */
  breakWith(answer: { status: number; body: string } | null): void;
  /** Takes questions and never answers. */
  hang(): void;
  asked(): number;
  close(): Promise<void>;
}

/** Starts the service on a free port. */
export async function openRecaptchaStandIn(): Promise<RecaptchaStandIn> {
  const secret = 'stand-in-captcha-secret';
  const granted = new Map<string, { score: number | undefined; hostname: string | null }>();
  let broken: { status: number; body: string } | null = null;
  let hangs = false;
  let asked = 0;

  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      asked += 1;
      if (hangs) return;
      if (broken) {
        response.writeHead(broken.status, { 'content-type': 'application/json' }).end(broken.body);
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
      const found = { ...(score !== undefined && { score }), ...(hostname !== null && { hostname }) };
      const verdict = problem === null ? { success: true, ...found } : { success: false, 'error-codes': [problem] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(verdict));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    verifyUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/siteverify`,
    secret,
    grant: (token, score, hostname = 'localhost') => granted.set(token, { score, hostname }),
    breakWith: (answer) => {
      broken = answer;
    },
    hang: () => {
      hangs = true;
    },
    asked: () => asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

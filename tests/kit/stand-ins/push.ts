/** A push service on loopback with browsers behind it: it checks who signed a message, and the browser opens it. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { z } from 'zod';

export interface Browser {
  /** As it tells a site where to write. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What it was sent so far, opened. */
  messages(): z.output<typeof Message>[];
}

export interface PushStandIn {
  origin: string;
  browser(): Browser;
  /** How often it was written to, whatever it answered. */
  asked(): number;
  /** Headers of the last message. */
  lastHeaders(): IncomingHttpHeaders;
  /** Answers with these statuses, one after the other, and then as usual. */
  answerWith(...statuses: number[]): void;
  close(): Promise<void>;
}

const Message = z.object({
  ...{ title: z.string(), body: z.string(), link: z.string(), tag: z.string() },
  ...{ lang: z.string().optional(), dir: z.enum(['ltr', 'rtl']).optional() },
});

/** The claims of a message that the key in it has signed; rejects else. */
async function signedBy(authorization: string | undefined, origin: string): Promise<{ key: string; subject: string }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256');
  const { payload } = await jwtVerify(token, signer, { audience: origin, algorithms: ['ES256'], requiredClaims: ['exp', 'sub'] });
  return { key, subject: payload.sub ?? '' };
}

/** Opens a body of one record (RFC 8188) that was sealed for a browser (RFC 8291). */
function open(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, salted: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return record.subarray(0, record.lastIndexOf(2)).toString();
}

/** Starts the service on a free port; `siteKey` is the one that browsers subscribe with. */
export async function openPushStandIn(siteKey: () => string): Promise<PushStandIn> {
  const boxes = new Map<string, (body: Buffer) => void>();
  const statuses: number[] = [];
  let asked = 0;
  let last: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    const take = async (): Promise<number> => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      asked += 1;
      last = request.headers;
      const status = statuses.shift();
      if (status !== undefined) return status;
      const { key, subject } = await signedBy(request.headers.authorization, origin);
      if (key !== siteKey() || !subject.startsWith('mailto:')) return 403;
      const box = boxes.get(request.url ?? '');
      if (!box) return 410;
      box(body);
      return 201;
    };
    take().then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(403).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    origin,
    browser: () => {
      const ecdh = createECDH('prime256v1');
      const [auth, path] = [randomBytes(16), `/send/${randomUUID()}`];
      const keys = { p256dh: ecdh.generateKeys('base64url', 'uncompressed'), auth: auth.toString('base64url') };
      const messages: z.output<typeof Message>[] = [];
      boxes.set(path, (body) => messages.push(Message.parse(JSON.parse(open(body, ecdh, auth)))));
      return { subscription: { endpoint: origin + path, keys }, messages: () => messages };
    },
    asked: () => asked,
    lastHeaders: () => last,
    answerWith: (...next) => void statuses.push(...next),
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

/** A Web Push service on loopback, and its browsers: the service verifies the signature of a message, and the browser decrypts it. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { z } from 'zod';

export interface Browser {
  /** The subscription that the browser gives to the site. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The decrypted messages so far. */
  messages(): z.output<typeof Message>[];
}

export interface PushStandIn {
  origin: string;
  browser(): Browser;
  /** The number of received requests, whatever the response was. */
  requestCount(): number;
  /** The headers of the last message. */
  lastHeaders(): IncomingHttpHeaders;
  /** Responds with these statuses, one after the other, and then normally. */
  respondWith(...statuses: number[]): void;
  close(): Promise<void>;
}

const Message = z.object({
  title: z.string(),
  body: z.string(),
  link: z.string(),
  tag: z.string(),
  lang: z.string().optional(),
  dir: z.enum(['ltr', 'rtl']).optional(),
});

/** Verifies the VAPID token with the key of the same header, and returns that key and the subject; rejects otherwise. */
async function verifyVapid(authorization: string | undefined, origin: string): Promise<{ key: string; subject: string }> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, 'ES256');
  const { payload } = await jwtVerify(token, signer, { audience: origin, algorithms: ['ES256'], requiredClaims: ['exp', 'sub'] });
  return { key, subject: payload.sub ?? '' };
}

/** Decrypts a body of one record (RFC 8188) that was encrypted for a browser (RFC 8291). */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const senderKey = body.subarray(21, 21 + keyLength);
  const ciphertext = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, hkdfSalt: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, hkdfSalt, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(ciphertext.subarray(-16));
  const record = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
  return record.subarray(0, record.lastIndexOf(2)).toString();
}

/** Starts the service on a free port; `siteKey` is the application server key of the subscriptions. */
export async function openPushStandIn(siteKey: () => string): Promise<PushStandIn> {
  const inboxes = new Map<string, (body: Buffer) => void>();
  const statuses: number[] = [];
  let requestCount = 0;
  let last: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    const handle = async (): Promise<number> => {
      const body = Buffer.concat((await request.toArray()) as Buffer[]);
      requestCount += 1;
      last = request.headers;
      const status = statuses.shift();
      if (status !== undefined) return status;
      const { key, subject } = await verifyVapid(request.headers.authorization, origin);
      if (key !== siteKey() || !subject.startsWith('mailto:')) return 403;
      const inbox = inboxes.get(request.url ?? '');
      if (!inbox) return 410;
      inbox(body);
      return 201;
    };
    handle().then(
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
      inboxes.set(path, (body) => messages.push(Message.parse(JSON.parse(decrypt(body, ecdh, auth)))));
      return { subscription: { endpoint: origin + path, keys }, messages: () => messages };
    },
    requestCount: () => requestCount,
    lastHeaders: () => last,
    respondWith: (...next) => void statuses.push(...next),
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

/**
 * A small object store on loopback that speaks as much S3 as the product uses: put, get with ranges, delete, by path. It checks
 * every signature (version 4) as the real ones do, so a wrong secret or an altered request is refused.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3StandIn {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What is stored, by key. */
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** Makes every answer this status, or normal again with null. */
  answerWith(status: number | null): void;
  /** Takes requests and never answers (`all`), sends a part of each object and no more (`body`), or goes on with null. */
  hang(from: 'all' | 'body' | null): void;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

interface Refused {
  status: number;
  code: string;
}

/** Recomputes the signature from the request itself, as Amazon describes it. */
function refusalOf(
  request: IncomingMessage,
  body: Buffer,
  rules: { region: string; accessKeyId: string; secretAccessKey: string },
): Refused | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!found) return { status: 403, code: 'AccessDenied' };
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature = ''] = found;
  if (keyId !== rules.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== rules.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return { status: 403, code: 'AccessDenied' };
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };

  const url = new URL(request.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = names
    .map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replaceAll(/ +/g, ' ')}\n`,
    )
    .join('');
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${rules.secretAccessKey}`, day), region));
  const expected = hmac(key, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : { status: 403, code: 'SignatureDoesNotMatch' };
}

function refuse(response: ServerResponse, { status, code }: Refused): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): void {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes);
    return;
  }
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  if (start >= bytes.length) {
    refuse(response, { status: 416, code: 'InvalidRange' });
    return;
  }
  const part = bytes.subarray(start, end + 1);
  response
    .writeHead(206, {
      'content-type': contentType,
      'content-length': part.length,
      'content-range': `bytes ${String(start)}-${String(end)}/${String(bytes.length)}`,
    })
    .end(part);
}

/** Starts the store on a free port. */
export async function openS3StandIn(): Promise<S3StandIn> {
  const rules = { bucket: 'footlight', region: 'eu-test-1', accessKeyId: 'AKIASTANDIN', secretAccessKey: 'stand-in/secret+key' };
  const objects: S3StandIn['objects'] = new Map();
  let forced: number | null = null;
  let hangs: 'all' | 'body' | null = null;

  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = Buffer.concat(chunks);
      if (hangs === 'all') return;
      if (forced !== null) {
        refuse(response, { status: forced, code: 'InternalError' });
        return;
      }
      const refused = refusalOf(request, body, rules);
      if (refused) {
        refuse(response, refused);
        return;
      }
      const [, bucket, ...path] = new URL(request.url ?? '/', 'http://store').pathname.split('/');
      const key = decodeURIComponent(path.join('/'));
      const object = objects.get(key);
      if (bucket !== rules.bucket) refuse(response, { status: 404, code: 'NoSuchBucket' });
      else if (request.method === 'PUT') {
        objects.set(key, { bytes: body, contentType: request.headers['content-type'] ?? '' });
        response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end();
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (!object) refuse(response, { status: 404, code: 'NoSuchKey' });
      else if (hangs === 'body') {
        response.writeHead(200, { 'content-length': object.bytes.length }).write(object.bytes.subarray(0, 1));
      } else sendObject(request, response, object);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    ...rules,
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    objects,
    answerWith: (status) => {
      forced = status;
    },
    hang: (from) => {
      hangs = from;
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

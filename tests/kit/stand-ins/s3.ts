/**
 * A small object store on loopback with the part of S3 that the product uses: put, get with ranges, delete, by path. It verifies
 * every signature (version 4) as real stores do, so a wrong secret or an altered request is rejected.
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
  /** The stored objects, by key. */
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** Responds to everything with this status, or normally again with null. */
  respondWith(status: number | null): void;
  /**
   * Accepts requests and never responds (`all`), sends only the first byte of each object (`body`), or responds normally again with
   * null.
   */
  hang(mode: 'all' | 'body' | null): void;
  /** Closes the connections of the next `requests` requests without a response, as a store does with idle connections. */
  dropConnections(requests: number): void;
  close(): Promise<void>;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const uriEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

interface S3Error {
  status: number;
  code: string;
}

/** Recomputes the signature from the request itself, as Amazon documents it; null if the request is valid. */
function signatureError(
  request: IncomingMessage,
  body: Buffer,
  credentials: { region: string; accessKeyId: string; secretAccessKey: string },
): S3Error | null {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!match) return { status: 403, code: 'AccessDenied' };
  const [, keyId = '', day = '', region = '', signedHeaders = '', signature = ''] = match;
  if (keyId !== credentials.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  if (region !== credentials.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
  const names = signedHeaders.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return { status: 403, code: 'AccessDenied' };
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };

  const url = new URL(request.url ?? '/', 'http://store');
  const query = [...url.searchParams]
    .map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
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
  const canonicalRequest = [request.method, url.pathname, query, headers, signedHeaders, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const stringToSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonicalRequest)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), region));
  const expected = hmac(key, stringToSign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : { status: 403, code: 'SignatureDoesNotMatch' };
}

function sendError(response: ServerResponse, { status, code }: S3Error): void {
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
    sendError(response, { status: 416, code: 'InvalidRange' });
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
  const credentials = { bucket: 'footlight', region: 'eu-test-1', accessKeyId: 'AKIASTANDIN', secretAccessKey: 'stand-in/secret+key' };
  const objects: S3StandIn['objects'] = new Map();
  let forcedStatus: number | null = null;
  let hangMode: 'all' | 'body' | null = null;
  let connectionsToDrop = 0;

  const server = createServer((request, response) => {
    if (connectionsToDrop > 0) {
      connectionsToDrop -= 1;
      request.socket.destroy();
      return;
    }
    // A client that aborts before its body is sent gets no response.
    const received = request.toArray().catch(() => null) as Promise<Buffer[] | null>;
    void received.then((chunks) => {
      if (chunks === null) return;
      const body = Buffer.concat(chunks);
      if (hangMode === 'all') return;
      if (forcedStatus !== null) {
        sendError(response, { status: forcedStatus, code: 'InternalError' });
        return;
      }
      const error = signatureError(request, body, credentials);
      if (error) {
        sendError(response, error);
        return;
      }
      const [, bucket, ...path] = new URL(request.url ?? '/', 'http://store').pathname.split('/');
      const key = decodeURIComponent(path.join('/'));
      const object = objects.get(key);
      if (bucket !== credentials.bucket) sendError(response, { status: 404, code: 'NoSuchBucket' });
      else if (request.method === 'PUT') {
        objects.set(key, { bytes: body, contentType: request.headers['content-type'] ?? '' });
        response.writeHead(200, { etag: `"${sha256(body).slice(0, 32)}"` }).end();
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (!object) sendError(response, { status: 404, code: 'NoSuchKey' });
      else if (hangMode === 'body') {
        response.writeHead(200, { 'content-length': object.bytes.length }).write(object.bytes.subarray(0, 1));
      } else sendObject(request, response, object);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    ...credentials,
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    objects,
    respondWith: (status) => {
      forcedStatus = status;
    },
    hang: (mode) => {
      hangMode = mode;
    },
    dropConnections: (requests) => {
      connectionsToDrop = requests;
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

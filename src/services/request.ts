/** Converts an endpoint's name and input to an HTTP request. Pure; shared by the clients of browser and server. */
import type { Api, Name } from '@contract/api';
import type { FinishedUpload, Input } from '@contract/kernel/endpoint';
import { headers } from '@contract/kernel/conventions';
import { signalTypes } from '@contract/kernel/values/live';

/** The input of any endpoint, untyped. */
interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  files?: Record<string, Blob | FinishedUpload | undefined>;
  bytes?: Blob;
  offset?: number;
  sdp?: string;
}

export interface WireRequest {
  method: string;
  /** Path and query, without the origin. */
  url: string;
  body: FormData | Blob | string | undefined;
  headers: Record<string, string>;
}

export interface RequestIdentity {
  token: string | undefined;
  idempotencyKey?: string;
}

/** `input` of the endpoint `name` as a request: path filled in, array keys repeated, multipart where there are files. */
export function requestOf<N extends Name>(name: N, input: Input<Api[N]>, identity: RequestIdentity): WireRequest {
  const parts = input as Parts;
  const [method = 'GET', pattern = '/'] = name.split(' ');
  const query = queryText(parts.query ?? {});
  const body = bodyOf(parts);
  return {
    method,
    url: fill(pattern, parts.params ?? {}) + (query === '' ? '' : `?${query}`),
    body,
    headers: {
      Accept: 'application/json',
      ...(typeof body === 'string'
        ? { 'Content-Type': parts.sdp === undefined ? 'application/json' : signalTypes[method === 'PATCH' ? 'candidates' : 'offer'] }
        : {}),
      ...(parts.bytes ? { 'Content-Type': 'application/octet-stream', [headers.uploadOffset]: String(parts.offset ?? 0) } : {}),
      ...(identity.token ? { Authorization: identity.token } : {}),
      ...(identity.idempotencyKey ? { [headers.idempotencyKey]: identity.idempotencyKey } : {}),
    },
  };
}

function fill(pattern: string, params: Record<string, unknown>): string {
  return pattern.replace(/:([A-Za-z]+)/g, (_, key: string) => encodeURIComponent(asText(params[key] ?? '')));
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Keys and values in order. A list repeats its key; absent values are omitted. */
function pairs(fields: Record<string, unknown>): [string, string][] {
  return Object.entries(fields).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isGiven).map((item): [string, string] => [key, asText(item)]),
  );
}

function queryText(query: Record<string, unknown>): string {
  return new URLSearchParams(pairs(query)).toString();
}

function bodyOf({ body, files, bytes, sdp }: Parts): FormData | Blob | string | undefined {
  if (bytes) return bytes;
  if (sdp !== undefined) return sdp;
  if (!files) return body === undefined ? undefined : JSON.stringify(body);
  const form = new FormData();
  // Fields come before files, so that a server that streams the form has them when the first file arrives.
  for (const [key, text] of pairs((body ?? {}) as Record<string, unknown>)) form.append(key, text);
  for (const [key, file] of Object.entries(files)) if (file) form.append(key, 'uploadId' in file ? file.uploadId : file);
  return form;
}

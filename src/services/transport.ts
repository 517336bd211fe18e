/** Sends requests, and returns the response or throws `ApiError`. The only module that uses the HTTP library. */
import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';
import type { Api, Name } from '@contract/api';
import { signalTypes } from '@contract/kernel/values/live';
import type { Input } from '@contract/kernel/endpoint';
import { noteServerTime } from '@web/lib/server-clock';
import { offlineError, errorFromResponse } from './api-error';
import { requestOf } from './request';
import type { RequestIdentity } from './request';

export interface SendOptions {
  baseURL: string;
  /** Library options of one side only, such as the server's connection pool. */
  extra?: Pick<AxiosRequestConfig, 'httpAgent' | 'httpsAgent' | 'timeout' | 'maxRedirects' | 'withCredentials'>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  onProgress?: (sent: number) => void;
  outlivesPage?: boolean | undefined;
}

const client = axios.create({ validateStatus: null, responseType: 'text', transformResponse: [] });

/** Calls the endpoint `name` and resolves to `data` of its response. Rejects with `ApiError`. */
export async function send<N extends Name>(
  name: N,
  input: Input<Api[N]>,
  identity: RequestIdentity,
  { baseURL, extra, headers, signal, onProgress, outlivesPage = false }: SendOptions,
): Promise<unknown> {
  const request = requestOf(name, input, identity);
  const response = await exchange({
    ...extra,
    ...(outlivesPage && { adapter: 'fetch', fetchOptions: { keepalive: true } }),
    baseURL,
    method: request.method,
    url: request.url,
    data: request.body,
    headers: { ...request.headers, ...headers },
    signal,
    onUploadProgress: onProgress && ((event) => onProgress(event.progress ?? 0)),
  });
  const isFile = response.status === 200 && String(response.headers['content-type']).startsWith('text/csv');
  if (isFile) return response.data;
  if (response.status < 300 && response.data === '') return null;
  if (response.headers['content-type'] === signalTypes.offer) return { sdp: response.data, location: response.headers.location as unknown };
  const body = parseJson(response.data);
  if (response.status >= 200 && response.status < 300 && isEnvelope(body)) return body.data;
  throw errorFromResponse(response.status, body, response.headers['retry-after']);
}

async function exchange(config: AxiosRequestConfig) {
  try {
    const response = await client.request<string>(config);
    noteServerTime(response.headers['date']);
    return response;
  } catch {
    // Every status resolves, so only failed or aborted connections throw.
    throw offlineError();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const isEnvelope = (body: unknown): body is { data: unknown } => typeof body === 'object' && body !== null && 'data' in body;

/**
 * API calls during server-side rendering, on behalf of a visitor. Server only: it uses the site's secret, and only the shell's
 * server-side code imports it.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { clientProofLabel, headers } from '@contract/kernel/conventions';
import type { Call } from './call';
import { send } from './transport';

export interface Visitor {
  token: string | undefined;
  /** The IP address that determines the visitor's country. */
  clientAddress: string;
}

export interface ApiAccess {
  /** The API's origin as seen from this process. */
  internalUrl: string;
  /** Without it no client address is sent, and the API uses the IP address of this process. */
  appSecret: string | undefined;
  now: () => Date;
}

const timeout_ms = 10_000;
const minute_ms = 60_000;
const key_bytes = 32;
const keepAlive = { keepAlive: true, maxSockets: 256, scheduling: 'fifo' } as const;
const agents = { httpAgent: new HttpAgent(keepAlive), httpsAgent: new HttpsAgent(keepAlive) };
const keys = new Map<string, Buffer>();

/** A `Call` for `visitor`. The API trusts the address because of a proof that only this site's servers can compute. */
export function callAs(visitor: Visitor, access: ApiAccess): Call {
  const extra = { ...agents, timeout: timeout_ms, maxRedirects: 0 };
  return async (name, input, options = {}) => {
    const identity = { token: options.token ?? visitor.token, idempotencyKey: options.idempotencyKey };
    const data = await send(name, input, identity, {
      baseURL: access.internalUrl,
      extra,
      // Compression between two processes of one site costs more than it saves.
      headers: { ...addressHeaders(visitor.clientAddress, access), 'x-no-compression': '1' },
      signal: options.signal,
    });
    return data as never;
  };
}

function addressHeaders(address: string, { appSecret, now }: ApiAccess): Record<string, string> {
  if (!appSecret) return {};
  const minute = Math.floor(now().getTime() / minute_ms);
  const proof = createHmac('sha256', keyOf(appSecret))
    .update(`${address}|${String(minute)}`)
    .digest('hex');
  return { [headers.clientAddress]: address, [headers.clientProof]: proof };
}

function keyOf(appSecret: string): Buffer {
  const cached = keys.get(appSecret);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', clientProofLabel, key_bytes));
  keys.set(appSecret, key);
  return key;
}

/**
 * Calls of a server render, on behalf of one visitor. Server only: it holds the site's secret, and is imported by nothing
 * but the server's branch of the shell.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { clientProofLabel, headers } from '@contract/kernel/conventions';
import type { Call } from './call';
import { send } from './transport';

export interface Visitor {
  token: string | undefined;
  /** The address that the visitor's country is judged by. */
  clientAddress: string;
}

export interface HostAccess {
  /** What this process calls the host: an origin. */
  internalUrl: string;
  /** Without it the host is told no address, and counts the visitor as this process. */
  appSecret: string | undefined;
  now: () => Date;
}

const timeout_ms = 10_000;
const minute_ms = 60_000;
const key_bytes = 32;
const keepAlive = { keepAlive: true, maxSockets: 256, scheduling: 'fifo' } as const;
const agents = { httpAgent: new HttpAgent(keepAlive), httpsAgent: new HttpsAgent(keepAlive) };
const keys = new Map<string, Buffer>();

/** A `Call` for `visitor`; the host believes the address because only this site's servers can prove it. */
export function callAs(visitor: Visitor, host: HostAccess): Call {
  const extra = { ...agents, timeout: timeout_ms, maxRedirects: 0 };
  return async (name, input, options = {}) => {
    const identity = { token: options.token ?? visitor.token, idempotencyKey: options.idempotencyKey };
    const data = await send(name, input, identity, {
      baseURL: host.internalUrl,
      extra,
      // Between two processes of one site compression costs more than it saves.
      headers: { ...addressHeaders(visitor.clientAddress, host), 'x-no-compression': '1' },
      signal: options.signal,
    });
    return data as never;
  };
}

function addressHeaders(address: string, { appSecret, now }: HostAccess): Record<string, string> {
  if (!appSecret) return {};
  const minute = Math.floor(now().getTime() / minute_ms);
  const proof = createHmac('sha256', keyOf(appSecret))
    .update(`${address}|${String(minute)}`)
    .digest('hex');
  return { [headers.clientAddress]: address, [headers.clientProof]: proof };
}

function keyOf(appSecret: string): Buffer {
  const known = keys.get(appSecret);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', appSecret, '', clientProofLabel, key_bytes));
  keys.set(appSecret, key);
  return key;
}

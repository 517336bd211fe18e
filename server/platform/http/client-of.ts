/** The client of a request: its IP address, country, user agent and language. */
import type { FastifyRequest } from 'fastify';
import { headers } from '@contract/kernel/conventions';
import type { Context } from '../context';
import { clientAddress, proofKey } from '../geo/client-address';
import { english, requestLanguage } from '../languages/languages';
import type { Client } from './client';

const userAgentLengthMax = 300;
const keys = new Map<string, Buffer>();

function keyFor(appSecret: string): Buffer {
  const cached = keys.get(appSecret);
  if (cached) return cached;
  const key = proofKey(appSecret);
  keys.set(appSecret, key);
  return key;
}

const single = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? undefined : value);

/** The client of a request. Forwarding headers count only from trusted senders. */
export async function clientOf(
  ctx: Context,
  request: Pick<FastifyRequest, 'headers'> & { socket: { remoteAddress?: string | undefined } },
): Promise<Client> {
  const address = clientAddress(
    {
      peer: request.socket.remoteAddress ?? '',
      forwardedFor: single(request.headers['x-forwarded-for']),
      clientIp: single(request.headers[headers.clientAddress]),
      clientProof: single(request.headers[headers.clientProof]),
    },
    { trustedProxies: ctx.config.trustedProxies, proofKey: keyFor(ctx.config.appSecret), now: ctx.clock.now() },
  );
  const language = requestLanguage(request.headers, ctx.languages.names);
  return {
    address,
    country: await ctx.geo.countryOf(address),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLengthMax),
    ...(language === english.name ? {} : { language }),
  };
}

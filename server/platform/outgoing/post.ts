/** HTTP POST to URLs from others. */
import { request as requestPlain, type OutgoingHttpHeaders } from 'node:http';
import { request as requestSafe } from 'node:https';
import { isIP } from 'node:net';
import { BlockedAddressError, isAllowedUrl, isExemptOrigin, publicLookup } from './addresses';

const timeout_ms = 10_000;

export interface OutgoingPost {
  endpoint: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
}

/** Posts and returns the status. Follows no redirects, and connects only to public addresses or to the exempt origin. */
export function postExternal(ownOrigin: string | null, { endpoint, headers, body }: OutgoingPost): Promise<number> {
  const address = new URL(endpoint);
  if (!isAllowedUrl(ownOrigin, endpoint)) throw new BlockedAddressError(`nothing is sent to ${address.host}`);
  // IP addresses are not looked up.
  const lookupOptions = isExemptOrigin(ownOrigin, address) || isIP(address.hostname) !== 0 ? {} : { lookup: publicLookup };
  const request = address.protocol === 'https:' ? requestSafe : requestPlain;
  const signal = AbortSignal.timeout(timeout_ms);
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', headers, signal, agent: false, ...lookupOptions }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

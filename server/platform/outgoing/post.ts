/** HTTP POST to URLs from others. */
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { BlockedAddressError, isAllowedUrl, isExemptOrigin, publicLookup } from './addresses';

const timeout_ms = 10_000;

export interface OutgoingPost {
  endpoint: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
}

/**
 * Posts and returns the status. Follows no redirects, and connects only to public addresses or to the exempt origin; otherwise throws
 * BlockedAddressError.
 */
export function postExternal(exemptOrigin: string | null, { endpoint, headers, body }: OutgoingPost): Promise<number> {
  const address = new URL(endpoint);
  if (!isAllowedUrl(exemptOrigin, endpoint)) throw new BlockedAddressError(`requests to ${address.host} are not allowed`);
  // IP addresses are not looked up.
  const lookupOptions = isExemptOrigin(exemptOrigin, address) || isIP(address.hostname) !== 0 ? {} : { lookup: publicLookup };
  const request = address.protocol === 'https:' ? httpsRequest : httpRequest;
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

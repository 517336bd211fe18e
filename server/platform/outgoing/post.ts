/** Posting to addresses that others have told the host. */
import { request as requestPlain, type OutgoingHttpHeaders } from 'node:http';
import { request as requestSafe } from 'node:https';
import { isIP } from 'node:net';
import { ClosedAddress, isOpenAddress, isOwnOrigin, publicLookup } from './addresses';

const answer_ms = 10_000;

export interface OutgoingPost {
  endpoint: string;
  headers: OutgoingHttpHeaders;
  body: Buffer | string;
}

/** Posts, and answers the status. Follows no redirection, and connects to public addresses alone but for the origin that is the site's own. */
export function postOutside(ownOrigin: string | null, { endpoint, headers, body }: OutgoingPost): Promise<number> {
  const address = new URL(endpoint);
  if (!isOpenAddress(ownOrigin, endpoint)) throw new ClosedAddress(`nothing is sent to ${address.host}`);
  // A number is not looked up.
  const guarded = isOwnOrigin(ownOrigin, address) || isIP(address.hostname) !== 0 ? {} : { lookup: publicLookup };
  const request = address.protocol === 'https:' ? requestSafe : requestPlain;
  const signal = AbortSignal.timeout(answer_ms);
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', headers, signal, agent: false, ...guarded }, (answer) => {
      answer.resume();
      answer.once('error', reject);
      answer.once('end', () => {
        resolve(answer.statusCode ?? 0);
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

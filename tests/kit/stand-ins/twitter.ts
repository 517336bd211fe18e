/** Twitter's sign-in on loopback: OAuth 1.0a with signature checks from RFC 5849, implemented independently of the API server's library. */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TwitterPerson {
  id_str: string;
  name: string;
}

export interface TwitterStandIn {
  apiBase: string;
  /** The variables of an API server that uses it. */
  environment: Record<string, string>;
  /** The person authorizes the sign-in; returns the verifier that the browser passes to the callback. */
  authorize(oauthToken: string, person: TwitterPerson): string;
  /** The callback address of a sign-in. */
  callbackOf(oauthToken: string): string | undefined;
  /** Responds to everything with 503 from now on, or stops doing so. */
  setUnavailable(isUnavailable: boolean): void;
  close(): Promise<void>;
}

interface SignInAttempt {
  secret: string;
  callback: string;
  verifier: string | null;
  person: TwitterPerson | null;
}

const consumerKey = 'stand-in-consumer';
const consumerSecret = 'stand-in-consumer-secret';
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

function parametersOf(header: string | undefined): Map<string, string> {
  const pairs = [...(header ?? '').matchAll(/(\w+)="([^"]*)"/g)];
  return new Map(pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]));
}

function isSigned(method: string, url: string, parameters: Map<string, string>, tokenSecret: string): boolean {
  const signed = [...parameters]
    .filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
    .map(([name, value]) => [encode(name), encode(value)] as const);
  const sorted = signed.sort(([first], [second]) => (first < second ? -1 : 1)).map((pair) => pair.join('='));
  const base = [method, encode(url), encode(sorted.join('&'))].join('&');
  const signature = createHmac('sha1', `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest('base64');
  return parameters.get('oauth_signature') === signature && parameters.get('oauth_consumer_key') === consumerKey;
}

/** Starts it on a free port. */
export async function openTwitterStandIn(): Promise<TwitterStandIn> {
  const attempts = new Map<string, SignInAttempt>();
  const accessTokens = new Map<string, { secret: string; person: TwitterPerson }>();
  const nonces = new Set<string>();
  let isUnavailable = false;
  const apiBase = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  const responseTo = (method: string, path: string, parameters: Map<string, string>): { status: number; body: string } => {
    const unauthorized = { status: 401, body: '{"errors":[{"code":32}]}' };
    const token = parameters.get('oauth_token') ?? '';
    const nonce = parameters.get('oauth_nonce') ?? '';
    const signedWith = (secret: string): boolean => isSigned(method, apiBase() + path, parameters, secret);
    if (nonce === '' || nonces.has(nonce)) return unauthorized;
    nonces.add(nonce);
    if (path === '/oauth/request_token') {
      const callback = parameters.get('oauth_callback');
      if (!callback || !signedWith('')) return unauthorized;
      const [key, secret] = [randomUUID(), randomUUID()];
      attempts.set(key, { secret, callback, verifier: null, person: null });
      return {
        status: 200,
        body: new URLSearchParams({ oauth_token: key, oauth_token_secret: secret, oauth_callback_confirmed: 'true' }).toString(),
      };
    }
    if (path === '/oauth/access_token') {
      const attempt = attempts.get(token);
      if (!attempt?.person || !signedWith(attempt.secret) || parameters.get('oauth_verifier') !== attempt.verifier) return unauthorized;
      attempts.delete(token);
      const [key, secret] = [randomUUID(), randomUUID()];
      accessTokens.set(key, { secret, person: attempt.person });
      return {
        status: 200,
        body: new URLSearchParams({ oauth_token: key, oauth_token_secret: secret, user_id: attempt.person.id_str }).toString(),
      };
    }
    const grant = accessTokens.get(token);
    if (path !== '/1.1/account/verify_credentials.json' || !grant || !signedWith(grant.secret)) return unauthorized;
    return { status: 200, body: JSON.stringify(grant.person) };
  };

  const server = createServer((request, response) => {
    const { status, body } = isUnavailable
      ? { status: 503, body: '' }
      : responseTo(request.method ?? '', request.url ?? '', parametersOf(request.headers.authorization));
    response.writeHead(status).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    apiBase: apiBase(),
    environment: { TWITTER_CONSUMER_KEY: consumerKey, TWITTER_CONSUMER_SECRET: consumerSecret, TWITTER_API_BASE: apiBase() },
    authorize: (oauthToken, person) => {
      const attempt = attempts.get(oauthToken);
      if (!attempt) throw new Error('no sign-in has this token');
      Object.assign(attempt, { person, verifier: randomUUID() });
      return attempt.verifier ?? '';
    },
    callbackOf: (oauthToken) => attempts.get(oauthToken)?.callback,
    setUnavailable: (unavailable) => {
      isUnavailable = unavailable;
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

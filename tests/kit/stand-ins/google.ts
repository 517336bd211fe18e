/** An OpenID Connect issuer on loopback with real keys: it serves its configuration and its keys, and exchanges codes with PKCE. */
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

interface Grant {
  idToken: string;
  redirectUri: string;
  codeChallenge: string;
}

export interface GoogleStandIn {
  issuer: string;
  /** The variables of an API server that uses it. */
  environment: Record<string, string>;
  /** An id token; `claims` override its claims, `key` replaces the issuer's signing key. */
  idToken(claims?: JWTPayload, key?: Key): Promise<string>;
  /** A key that the issuer does not publish. */
  foreignKey: Key;
  /** A code that can be exchanged once, with the verifier of the challenge. */
  code(grant: Grant): string;
  /** Responds to everything with 503 from now on, or stops doing so. */
  setUnavailable(isUnavailable: boolean): void;
  close(): Promise<void>;
}

const clientId = 'stand-in-client';
const clientSecret = 'stand-in-client-secret';

/** Starts the issuer on a free port; `name` replaces the issuer in its configuration. */
export async function openGoogleStandIn(name?: string): Promise<GoogleStandIn> {
  const [issuerKeys, foreignKeys] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const grants = new Map<string, Grant>();
  let isUnavailable = false;
  const issuer = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  const exchange = (form: URLSearchParams): { status: number; body: unknown } => {
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid =
      grant !== undefined &&
      form.get('grant_type') === 'authorization_code' &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret &&
      form.get('redirect_uri') === grant.redirectUri &&
      challenge === grant.codeChallenge;
    return isValid
      ? { status: 200, body: { id_token: grant.idToken, access_token: 'none', token_type: 'Bearer' } }
      : { status: 400, body: { error: 'invalid_grant' } };
  };

  const server = createServer((request, response) => {
    void request.toArray().then(async (chunks: Buffer[]) => {
      const respond = (status: number, body: unknown): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (isUnavailable) respond(503, {});
      else if (request.url === '/.well-known/openid-configuration')
        respond(200, {
          issuer: name ?? issuer(),
          authorization_endpoint: `${issuer()}/authorize`,
          token_endpoint: `${issuer()}/token`,
          jwks_uri: `${issuer()}/keys`,
        });
      else if (request.url === '/keys')
        respond(200, { keys: [{ ...(await exportJWK(issuerKeys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] });
      else if (request.url === '/token' && request.method === 'POST') {
        const { status, body } = exchange(new URLSearchParams(Buffer.concat(chunks).toString()));
        respond(status, body);
      } else respond(404, {});
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    issuer: issuer(),
    environment: { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer() },
    foreignKey: foreignKeys.privateKey,
    idToken: (claims = {}, key = issuerKeys.privateKey) => {
      const now_s = Math.floor(Date.now() / 1000);
      const standard = {
        iss: issuer(),
        aud: clientId,
        sub: randomUUID(),
        iat: now_s,
        exp: now_s + 3600,
        nonce: 'nonce',
        email_verified: true,
        jti: randomUUID(),
      };
      return new SignJWT({ ...standard, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
    },
    code: (grant) => {
      const code = randomUUID();
      grants.set(code, grant);
      return code;
    },
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

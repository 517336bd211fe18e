/** Sign-in with Google, or any OpenID Connect provider at the configured issuer. */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import { Email } from '@contract/kernel/shapes';
import type { Config } from '../../kernel/config';
import type { Context } from '../../platform/context';
import { pendingSocialSignIns } from '../../platform/db/schema/accounts';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isOnSite } from '../../kernel/safe-redirect';
import type { SignInResult } from '../two-factor/complete-sign-in';
import type { CookieSetter } from '../sessions/sessions';
import { requestProvider, providerTimeout_ms, failUnavailable } from './provider-request';
import { signInAs } from './social';

type Google = NonNullable<Config['google']>;
type TokenSignIn = Parsed<Api['POST /auth/google/login']>['body'];
type CodeSignIn = Parsed<Api['POST /auth/google/token']>['body'];

const Discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), jwks_uri: z.url(), token_endpoint: z.url() });
const Tokens = z.object({ id_token: z.string().max(8000) });
const Claims = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  exp: z.number(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  name: z.string().optional(),
});

interface Issuer {
  names: string[];
  authorizationEndpoint: string;
  tokenEndpoint: string;
  keys: ReturnType<typeof createRemoteJWKSet>;
}

/** Discovery documents rarely change, so they are cached. */
const issuerCache = new Map<string, { issuer: Issuer; until: number }>();
const issuerCache_ms = 3_600_000;
const clockTolerance_s = 30;

function enabled(ctx: Context): Google {
  const { google } = ctx.config;
  return google !== null && ctx.settings.values().googleLoginEnabled ? google : fail('provider_disabled');
}

async function discover(ctx: Context, { issuer }: Google): Promise<Issuer> {
  const now = ctx.clock.now().getTime();
  const cached = issuerCache.get(issuer);
  if (cached && cached.until > now) return cached.issuer;
  const text = await requestProvider(ctx, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const parsed = Discovery.safeParse(parseJson(text));
  if (!parsed.success) return failUnavailable(ctx, 'the issuer returned no valid configuration');
  // Otherwise an issuer could send users, and the client secret, to any endpoint under another issuer's name.
  if (parsed.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    return failUnavailable(ctx, 'the issuer’s configuration names another issuer');
  const { authorization_endpoint, jwks_uri, token_endpoint } = parsed.data;
  // Google has issued tokens with and without the scheme in `iss`.
  const names = [parsed.data.issuer, parsed.data.issuer.replace(/^https:\/\//, '')];
  const metadata = {
    names,
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: providerTimeout_ms }),
  };
  issuerCache.set(issuer, { issuer: metadata, until: now + issuerCache_ms });
  return metadata;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** Whether the issuer's keys could not be loaded, so that the token may still be valid. */
const keysUnavailable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error.code === errors.JOSEError.code ||
  error instanceof errors.JWKSInvalid;

async function verifyIdToken(ctx: Context, google: Google, issuer: Issuer, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, issuer.keys, {
      issuer: issuer.names,
      audience: google.clientId,
      algorithms: ['RS256', 'ES256'],
      currentDate: ctx.clock.now(),
      clockTolerance: clockTolerance_s,
      requiredClaims: ['exp', 'sub', 'nonce'],
    });
    return payload;
  } catch (error) {
    return keysUnavailable(error) ? failUnavailable(ctx, error) : fail('social_login_failed');
  }
}

/** Rejects with social_login_failed if the ID token was used before: each starts one session. */
async function markTokenUsed(ctx: Context, token: string, expires_s: number): Promise<void> {
  const used = await ctx.db
    .insert(pendingSocialSignIns)
    .values({ token: digestOf(token), expiresAt: new Date((expires_s + clockTolerance_s) * 1000) })
    .onConflictDoNothing()
    .returning();
  if (used.length === 0) fail('social_login_failed');
}

async function signIn(
  ctx: Context,
  client: Client,
  google: Google,
  issuer: Issuer,
  token: string,
  input: TokenSignIn | CodeSignIn,
  cookieSetter: CookieSetter,
): Promise<SignInResult> {
  const claims = Claims.safeParse(await verifyIdToken(ctx, google, issuer, token));
  if (!claims.success || claims.data.nonce !== input.nonce) return fail('social_login_failed');
  const { sub, exp, email, email_verified, name } = claims.data;
  await markTokenUsed(ctx, token, exp);
  const verifiedEmail = email_verified === true ? Email.safeParse(email).data : undefined;
  return signInAs(ctx, client, { provider: 'google', subject: sub, name: name ?? '', email: verifiedEmail ?? null }, input, cookieSetter);
}

/** The authorization URL. State, nonce and code verifier stay in the browser. Errors: see POST /auth/google/start. */
export async function beginGoogle(
  ctx: Context,
  input: Parsed<Api['POST /auth/google/start']>['body'],
): Promise<HandlerResult<Api['POST /auth/google/start']>> {
  const google = enabled(ctx);
  if (!isOnSite(ctx, input.redirectUri)) fail('callback_not_allowed');
  const url = new URL((await discover(ctx, google)).authorizationEndpoint);
  const query = {
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: input.redirectUri,
    scope: 'openid email profile',
    state: input.state,
    nonce: input.nonce,
    code_challenge: input.codeChallenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href };
}

/** Signs in with the ID token that Google gave to the browser. Errors: see POST /auth/google/login. */
export async function signInByGoogleToken(
  ctx: Context,
  client: Client,
  input: TokenSignIn,
  cookieSetter: CookieSetter,
): Promise<SignInResult> {
  const google = enabled(ctx);
  return signIn(ctx, client, google, await discover(ctx, google), input.tokenId, input, cookieSetter);
}

/** Exchanges the authorization code for an ID token and signs in. Errors: see POST /auth/google/token. */
export async function signInByGoogleCode(
  ctx: Context,
  client: Client,
  input: CodeSignIn,
  cookieSetter: CookieSetter,
): Promise<SignInResult> {
  const google = enabled(ctx);
  if (!isOnSite(ctx, input.redirectUri)) fail('callback_not_allowed');
  const issuer = await discover(ctx, google);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: input.code,
    redirect_uri: input.redirectUri,
    code_verifier: input.codeVerifier,
    client_id: google.clientId,
    client_secret: google.clientSecret,
  });
  const tokens = Tokens.safeParse(parseJson(await requestProvider(ctx, issuer.tokenEndpoint, { method: 'POST', body })));
  if (!tokens.success) return fail('social_login_failed');
  return signIn(ctx, client, google, issuer, tokens.data.id_token, input, cookieSetter);
}

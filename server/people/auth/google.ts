/** Signing in with Google, or whoever speaks OpenID Connect at the configured issuer. */
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed, Result } from '@contract/endpoint';
import { Email } from '@contract/kernel/shapes';
import type { Config } from '../../kernel/config';
import type { Context } from '../../platform/context';
import { socialAttempts } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isOnSite } from '../../kernel/safe-redirect';
import type { Arrived } from '../../modules/second-step/second-step';
import type { CookieSetter } from '../sessions/sessions';
import { askOutside, outside_ms, unavailable } from './provider-request';
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

/** What an issuer says of itself changes rarely. */
const known = new Map<string, { issuer: Issuer; until: number }>();
const known_ms = 3_600_000;
const clockTolerance_s = 30;

function enabled(ctx: Context): Google {
  const { google } = ctx.config;
  return google !== null && ctx.settings.values().googleLoginEnabled ? google : fail('provider_disabled');
}

async function discover(ctx: Context, { issuer }: Google): Promise<Issuer> {
  const now = ctx.clock.now().getTime();
  const kept = known.get(issuer);
  if (kept && kept.until > now) return kept.issuer;
  const text = await askOutside(ctx, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const parsed = Discovery.safeParse(parseJson(text));
  if (!parsed.success) return unavailable(ctx, 'the issuer does not describe itself');
  // Else it could send people, and the site's secret, to wherever it likes under another's name.
  if (parsed.data.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) return unavailable(ctx, 'the issuer describes another one');
  const { authorization_endpoint, jwks_uri, token_endpoint } = parsed.data;
  // Google itself has signed under its name with and without the scheme.
  const names = [parsed.data.issuer, parsed.data.issuer.replace(/^https:\/\//, '')];
  const found = {
    names,
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    keys: createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: outside_ms }),
  };
  known.set(issuer, { issuer: found, until: now + known_ms });
  return found;
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The keys could not be read: that says nothing about the person. */
const keysAreAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error.code === errors.JOSEError.code ||
  error instanceof errors.JWKSInvalid;

async function verified(ctx: Context, google: Google, issuer: Issuer, token: string): Promise<JWTPayload> {
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
    return keysAreAway(error) ? unavailable(ctx, error) : fail('social_login_failed');
  }
}

/** A token of identity opens one session: whoever copies it later gets none. */
async function spendToken(ctx: Context, token: string, expires_s: number): Promise<void> {
  const used = await ctx.db
    .insert(socialAttempts)
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
  asked: TokenSignIn | CodeSignIn,
  respond: CookieSetter,
): Promise<Arrived> {
  const claims = Claims.safeParse(await verified(ctx, google, issuer, token));
  if (!claims.success || claims.data.nonce !== asked.nonce) return fail('social_login_failed');
  const { sub, exp, email, email_verified, name } = claims.data;
  await spendToken(ctx, token, exp);
  const proved = email_verified === true ? Email.safeParse(email).data : undefined;
  return signInAs(ctx, client, { provider: 'google', subject: sub, name: name ?? '', email: proved ?? null }, asked, respond);
}

/** Where to send the browser to sign in; what only it knows stays there. Refuses as POST /auth/google/start says. */
export async function beginGoogle(
  ctx: Context,
  asked: Parsed<Api['POST /auth/google/start']>['body'],
): Promise<Result<Api['POST /auth/google/start']>> {
  const google = enabled(ctx);
  if (!isOnSite(ctx, asked.redirectUri)) fail('callback_not_allowed');
  const url = new URL((await discover(ctx, google)).authorizationEndpoint);
  const query = {
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: asked.redirectUri,
    scope: 'openid email profile',
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: asked.codeChallenge,
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href };
}

/** Signs in with the token of identity that Google gave to the browser. Refuses as POST /auth/google/login says. */
export async function signInByGoogleToken(ctx: Context, client: Client, asked: TokenSignIn, respond: CookieSetter): Promise<Arrived> {
  const google = enabled(ctx);
  return signIn(ctx, client, google, await discover(ctx, google), asked.tokenId, asked, respond);
}

/** Exchanges the code that Google gave to the browser, and signs in. Refuses as POST /auth/google/token says. */
export async function signInByGoogleCode(ctx: Context, client: Client, asked: CodeSignIn, respond: CookieSetter): Promise<Arrived> {
  const google = enabled(ctx);
  if (!isOnSite(ctx, asked.redirectUri)) fail('callback_not_allowed');
  const issuer = await discover(ctx, google);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: asked.code,
    redirect_uri: asked.redirectUri,
    code_verifier: asked.codeVerifier,
    client_id: google.clientId,
    client_secret: google.clientSecret,
  });
  const tokens = Tokens.safeParse(parseJson(await askOutside(ctx, issuer.tokenEndpoint, { method: 'POST', body })));
  if (!tokens.success) return fail('social_login_failed');
  return signIn(ctx, client, google, issuer, tokens.data.id_token, asked, respond);
}

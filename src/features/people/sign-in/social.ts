/**
 * Social sign-in: what the browser stores between leaving for the provider and coming back. Twitter's four values are in the cookies that
 * the product specifies. Google's attempt (state, nonce and verifier) is in a cookie with a shorter lifetime. The purpose of the attempt
 * is in a cookie that stays until the user is signed in, so that a failed attempt can be repeated.
 */
import { socialCookies } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import Cookies from 'js-cookie';
import { safeNext } from '@web/lib/paths';
import { sha256 } from '@web/lib/files/sha-256';

import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { deviceToken } from '@web/session/store/pending-sign-in';

export type SocialRole = 'user' | 'performer';
export const providers = ['google', 'twitter'] as const;
export type Provider = (typeof providers)[number];
type Session = ResponseOf<'POST /auth/google/token'>;

const [tokenCookie, tokenSecretCookie, callbackCookie, roleCookie] = socialCookies;
const googleCookie = 'googleAttempt';
const attemptCookie = 'socialTrip';
const day_s = 86_400;
const secret_bytes = 32;

const cookieOptions = (seconds: number): Cookies.CookieAttributes => ({
  path: '/',
  sameSite: 'lax',
  secure: window.location.protocol === 'https:',
  expires: seconds / day_s,
});

interface GoogleAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** The purpose of a social sign-in attempt. */
export interface SocialAttempt {
  /** The role of a new account. */
  role: SocialRole;
  remember: boolean;
  /** The page to open after the sign-in. */
  next?: string | undefined;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const secret = (): string => base64url(crypto.getRandomValues(new Uint8Array(secret_bytes)));

/** The PKCE code challenge (S256): base64url of the digest's bytes, not of its hex text. */
function challengeOf(verifier: string): string {
  const pairs = sha256(verifier).match(/../g) ?? [];
  return base64url(Uint8Array.from(pairs, (pair) => parseInt(pair, 16)));
}

/** The URI that the provider redirects to. */
const redirectUriOf = (provider: Provider): string => `${window.location.origin}/auth/callback/${provider}`;

/** Stores what the callback needs, and resolves to the provider's URL to open. */
export async function beginSocial(provider: Provider, { role, remember, next }: SocialAttempt): Promise<string> {
  Cookies.set(roleCookie, role, cookieOptions(limits.socialCookie_s));
  Cookies.set(attemptCookie, JSON.stringify({ remember, next }), cookieOptions(limits.socialCookie_s));
  return provider === 'google' ? beginGoogle() : beginTwitter();
}

async function beginGoogle(): Promise<string> {
  const attempt: GoogleAttempt = { state: secret(), nonce: secret(), verifier: secret() };
  const { url } = await services.auth['POST /auth/google/start']({
    body: {
      redirectUri: redirectUriOf('google'),
      state: attempt.state,
      nonce: attempt.nonce,
      codeChallenge: challengeOf(attempt.verifier),
    },
  });
  Cookies.set(googleCookie, JSON.stringify(attempt), cookieOptions(limits.socialAttempt_s));
  return url;
}

async function beginTwitter(): Promise<string> {
  const callbackUrl = redirectUriOf('twitter');
  const { url, oauthToken, oauthTokenSecret } = await services.auth['POST /auth/twitter/login']({ body: { callbackUrl } });
  const attributes = cookieOptions(limits.socialCookie_s);
  Cookies.set(tokenCookie, oauthToken, attributes);
  Cookies.set(tokenSecretCookie, oauthTokenSecret, attributes);
  Cookies.set(callbackCookie, callbackUrl, attributes);
  return url;
}

/** The result of the callback. `refused`: by the user or the provider; `mismatch`: not the attempt that this browser began. */
export type SocialResult = { kind: 'session'; session: Session } | { kind: 'refused' } | { kind: 'mismatch' };

/** Finishes what `beginSocial` began, once: the secrets of the attempt are removed. Rejects with the API's error. */
export async function finishSocial(provider: Provider, query: URLSearchParams): Promise<SocialResult> {
  const { role } = pendingAttempt();
  const result = provider === 'google' ? await finishGoogle(query, role) : await finishTwitter(query, role);
  if (result.kind === 'session') for (const name of [roleCookie, attemptCookie]) Cookies.remove(name, { path: '/' });
  return result;
}

async function finishGoogle(query: URLSearchParams, role: SocialRole): Promise<SocialResult> {
  const attempt = googleAttempt();
  Cookies.remove(googleCookie, { path: '/' });
  if (attempt === null || query.get('state') !== attempt.state) return { kind: 'mismatch' };
  const code = query.get('code');
  if (code === null) return { kind: 'refused' };
  const { nonce, verifier: codeVerifier } = attempt;
  const session = await services.auth['POST /auth/google/token']({
    body: {
      code,
      redirectUri: redirectUriOf('google'),
      codeVerifier,
      nonce,
      role,
      deviceToken: deviceToken(),
    },
  });
  return { kind: 'session', session };
}

function googleAttempt(): GoogleAttempt | null {
  const { state, nonce, verifier } = readCookie(googleCookie);
  if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string') return null;
  return { state, nonce, verifier };
}

/** The fields of a cookie written by this module; empty when it is absent or invalid. */
function readCookie(cookie: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(Cookies.get(cookie) ?? '');
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

async function finishTwitter(query: URLSearchParams, role: SocialRole): Promise<SocialResult> {
  const oauthToken = Cookies.get(tokenCookie);
  const oauthTokenSecret = Cookies.get(tokenSecretCookie);
  const callbackUrl = Cookies.get(callbackCookie);
  for (const name of [tokenCookie, tokenSecretCookie, callbackCookie]) Cookies.remove(name, { path: '/' });
  if (query.has('denied')) return { kind: 'refused' };
  const oauthVerifier = query.get('oauth_verifier');
  if (!oauthToken || !oauthTokenSecret || !callbackUrl || query.get('oauth_token') !== oauthToken) return { kind: 'mismatch' };
  if (oauthVerifier === null) return { kind: 'refused' };
  const session = await services.auth['POST /auth/twitter/callback']({
    body: { oauthToken, oauthTokenSecret, oauthVerifier, role, deviceToken: deviceToken() },
  });
  return { kind: 'session', session };
}

/** The purpose of the current attempt; a plain sign-in when none is stored. */
export function pendingAttempt(): SocialAttempt {
  const { remember, next } = readCookie(attemptCookie);
  return {
    role: Cookies.get(roleCookie) === 'performer' ? 'performer' : 'user',
    remember: remember === true,
    next: safeNext(typeof next === 'string' ? next : null, '') || undefined,
  };
}

/**
 * Signing in by way of another site: what the browser keeps between leaving and coming back. Twitter's four values stand in
 * the cookies that the product names, Google's attempt (state, nonce and verifier) in one of its own that dies sooner, and what both
 * sites' trips are for in one that stays until somebody is signed in: a trip that failed can be made again.
 */
import { socialCookies } from '@contract/kernel/conventions';
import * as limits from '@contract/kernel/limits';
import Cookies from 'js-cookie';
import { safeNext } from '@web/lib/paths';
import { sha256 } from '@web/lib/files/sha-256';

import { services } from '@web/services/services';
import type { AnswerOf } from '@web/services/call';
import { deviceToken } from '@web/session/second-step';

export type SocialRole = 'user' | 'performer';
export const providers = ['google', 'twitter'] as const;
export type Provider = (typeof providers)[number];
type Session = AnswerOf<'POST /auth/google/token'>;

const [tokenCookie, tokenSecretCookie, callbackCookie, roleCookie] = socialCookies;
const googleCookie = 'googleAttempt';
const tripCookie = 'socialTrip';
const day_s = 86_400;
const secret_bytes = 32;

const lasting = (seconds: number): Cookies.CookieAttributes => ({
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

/** What a sign-in by another site is for. */
export interface Trip {
  /** What a new account becomes. */
  role: SocialRole;
  remember: boolean;
  /** Where to go in the end. */
  next?: string | undefined;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const secret = (): string => base64url(crypto.getRandomValues(new Uint8Array(secret_bytes)));

/** Fit for the address: the digest's bytes, not its letters. */
function challengeOf(verifier: string): string {
  const pairs = sha256(verifier).match(/../g) ?? [];
  return base64url(Uint8Array.from(pairs, (pair) => parseInt(pair, 16)));
}

/** Where the other site sends people back to. */
const returnAddress = (provider: Provider): string => `${window.location.origin}/auth/callback/${provider}`;

/** Keeps what the way back needs, and answers the address to leave for. */
export async function beginSocial(provider: Provider, { role, remember, next }: Trip): Promise<string> {
  Cookies.set(roleCookie, role, lasting(limits.socialCookie_s));
  Cookies.set(tripCookie, JSON.stringify({ remember, next }), lasting(limits.socialCookie_s));
  return provider === 'google' ? beginGoogle() : beginTwitter();
}

async function beginGoogle(): Promise<string> {
  const attempt: GoogleAttempt = { state: secret(), nonce: secret(), verifier: secret() };
  const { url } = await services.auth['POST /auth/google/start']({
    body: {
      redirectUri: returnAddress('google'),
      state: attempt.state,
      nonce: attempt.nonce,
      codeChallenge: challengeOf(attempt.verifier),
    },
  });
  Cookies.set(googleCookie, JSON.stringify(attempt), lasting(limits.socialAttempt_s));
  return url;
}

async function beginTwitter(): Promise<string> {
  const callbackUrl = returnAddress('twitter');
  const { url, oauthToken, oauthTokenSecret } = await services.auth['POST /auth/twitter/login']({ body: { callbackUrl } });
  const attributes = lasting(limits.socialCookie_s);
  Cookies.set(tokenCookie, oauthToken, attributes);
  Cookies.set(tokenSecretCookie, oauthTokenSecret, attributes);
  Cookies.set(callbackCookie, callbackUrl, attributes);
  return url;
}

/** How the way back ended. `refused`: by the person or the other site; `mismatch`: not the attempt that this browser began. */
export type Return = { kind: 'session'; session: Session } | { kind: 'refused' } | { kind: 'mismatch' };

/** Finishes what `beginSocial` began, once: what proved the attempt is forgotten. Rejects with the host's refusal. */
export async function finishSocial(provider: Provider, query: URLSearchParams): Promise<Return> {
  const { role } = tripUnderWay();
  const finished = provider === 'google' ? await finishGoogle(query, role) : await finishTwitter(query, role);
  if (finished.kind === 'session') for (const name of [roleCookie, tripCookie]) Cookies.remove(name, { path: '/' });
  return finished;
}

async function finishGoogle(query: URLSearchParams, role: SocialRole): Promise<Return> {
  const attempt = googleAttempt();
  Cookies.remove(googleCookie, { path: '/' });
  if (attempt === null || query.get('state') !== attempt.state) return { kind: 'mismatch' };
  const code = query.get('code');
  if (code === null) return { kind: 'refused' };
  const { nonce, verifier: codeVerifier } = attempt;
  const session = await services.auth['POST /auth/google/token']({
    body: {
      ...{ code, redirectUri: returnAddress('google'), codeVerifier, nonce, role },
      deviceToken: deviceToken(),
    },
  });
  return { kind: 'session', session };
}

function googleAttempt(): GoogleAttempt | null {
  const { state, nonce, verifier } = kept(googleCookie);
  if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string') return null;
  return { state, nonce, verifier };
}

/** The fields of a cookie that was written here; none where it is absent or not ours. */
function kept(cookie: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(Cookies.get(cookie) ?? '');
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

async function finishTwitter(query: URLSearchParams, role: SocialRole): Promise<Return> {
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

/** What the trip under way was begun for; as a plain sign-in where nothing was kept. */
export function tripUnderWay(): Trip {
  const { remember, next } = kept(tripCookie);
  return {
    role: Cookies.get(roleCookie) === 'performer' ? 'performer' : 'user',
    remember: remember === true,
    next: safeNext(typeof next === 'string' ? next : null, '') || undefined,
  };
}

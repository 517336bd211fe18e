/**
 * Signing in by way of another site: what the browser keeps between leaving and coming back. Twitter's four values stand in
 * the cookies that the product names; Google's attempt (state, nonce and verifier) in one of its own that dies sooner.
 */
import { limits, socialCookies } from '@contract/limits';
import Cookies from 'js-cookie';
import { sha256 } from '@web/lib/sha-256';
import { authService } from '@web/services/auth.service';
import type { AnswerOf } from '@web/services/call';

export type SocialRole = 'user' | 'performer';
export const providers = ['google', 'twitter'] as const;
export type Provider = (typeof providers)[number];
type Session = AnswerOf<'POST /auth/google/token'>;

const [tokenCookie, tokenSecretCookie, callbackCookie, roleCookie] = socialCookies;
const googleCookie = 'googleAttempt';
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
  next?: string;
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

/** Keeps what the way back needs, and answers the address to leave for. `next`: where to go in the end. */
export async function beginSocial(provider: Provider, role: SocialRole, next: string | undefined): Promise<string> {
  Cookies.set(roleCookie, role, lasting(limits.socialCookie_s));
  return provider === 'google' ? beginGoogle(next) : beginTwitter(next);
}

async function beginGoogle(next: string | undefined): Promise<string> {
  const attempt: GoogleAttempt = { state: secret(), nonce: secret(), verifier: secret(), ...(next === undefined ? {} : { next }) };
  const { url } = await authService.beginGoogle({
    redirectUri: returnAddress('google'),
    state: attempt.state,
    nonce: attempt.nonce,
    codeChallenge: challengeOf(attempt.verifier),
  });
  Cookies.set(googleCookie, JSON.stringify(attempt), lasting(limits.socialAttempt_s));
  return url;
}

async function beginTwitter(next: string | undefined): Promise<string> {
  const callbackUrl = returnAddress('twitter') + (next === undefined ? '' : `?next=${encodeURIComponent(next)}`);
  const { url, oauthToken, oauthTokenSecret } = await authService.beginTwitter(callbackUrl);
  const kept = lasting(limits.socialCookie_s);
  Cookies.set(tokenCookie, oauthToken, kept);
  Cookies.set(tokenSecretCookie, oauthTokenSecret, kept);
  Cookies.set(callbackCookie, callbackUrl, kept);
  return url;
}

/** How the way back ended. `refused`: by the person or the other site; `mismatch`: not the attempt that this browser began. */
export type Return = { kind: 'session'; session: Session; next: string | undefined } | { kind: 'refused' } | { kind: 'mismatch' };

/** Finishes what `beginSocial` began, once: what was kept is forgotten. Rejects with the host's refusal. */
export async function finishSocial(provider: Provider, query: URLSearchParams): Promise<Return> {
  const role: SocialRole = Cookies.get(roleCookie) === 'performer' ? 'performer' : 'user';
  const finished = provider === 'google' ? await finishGoogle(query, role) : await finishTwitter(query, role);
  if (finished.kind === 'session') Cookies.remove(roleCookie, { path: '/' });
  return finished;
}

async function finishGoogle(query: URLSearchParams, role: SocialRole): Promise<Return> {
  const attempt = googleAttempt();
  Cookies.remove(googleCookie, { path: '/' });
  if (attempt === null || query.get('state') !== attempt.state) return { kind: 'mismatch' };
  const code = query.get('code');
  if (code === null) return { kind: 'refused' };
  const { nonce, verifier: codeVerifier, next } = attempt;
  const session = await authService.loginWithGoogleCode({ code, redirectUri: returnAddress('google'), codeVerifier, nonce, role });
  return { kind: 'session', session, next };
}

function googleAttempt(): GoogleAttempt | null {
  try {
    const attempt: unknown = JSON.parse(Cookies.get(googleCookie) ?? '');
    return isAttempt(attempt) ? attempt : null;
  } catch {
    return null;
  }
}

function isAttempt(value: unknown): value is GoogleAttempt {
  if (typeof value !== 'object' || value === null) return false;
  return ['state', 'nonce', 'verifier'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
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
  const session = await authService.finishTwitter({ oauthToken, oauthTokenSecret, oauthVerifier, role });
  return { kind: 'session', session, next: new URL(callbackUrl).searchParams.get('next') ?? undefined };
}

/** The role that the attempt under way was begun for. */
export function roleOfAttempt(): SocialRole {
  return Cookies.get(roleCookie) === 'performer' ? 'performer' : 'user';
}

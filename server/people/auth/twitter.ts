/**
 * Sign-in with Twitter (OAuth 1.0a). The token secret of an attempt is encrypted and stored in the browser that started it, so only that
 * browser can complete it. Each attempt can be used once, within minutes. Only Twitter's id identifies the user; the email address is not
 * requested.
 */
import OAuth from 'oauth-1.0a';
import { createHmac } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed, HandlerResult } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Config } from '../../kernel/config';
import type { Context } from '../../platform/context';
import { pendingSocialSignIns } from '../../platform/db/schema/accounts';
import { deriveKey } from '../../kernel/derive-key';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isOnSite } from '../../kernel/safe-redirect';
import { encrypt, decrypt } from '../../platform/media/storage/encryption';
import type { SignInResult } from '../two-factor/complete-sign-in';
import type { CookieSetter } from '../sessions/sessions';
import { requestProvider, failUnavailable } from './provider-request';
import { signInAs } from './social';

type Twitter = NonNullable<Config['twitter']>;

const keyLabel = 'footlight twitter sign-in';
const Profile = z.object({ id_str: z.string().regex(/^\d{1,30}$/), name: z.string().default('') });

function enabled(ctx: Context): Twitter {
  const { twitter } = ctx.config;
  return twitter !== null && ctx.settings.values().twitterLoginEnabled ? twitter : fail('provider_disabled');
}

const tokenSecretKey = (ctx: Context): Buffer => deriveKey(ctx.config.appSecret, keyLabel);

/** Sends a request signed with OAuth 1.0a. Returns the response text, or null if Twitter rejected it. */
function request(
  ctx: Context,
  twitter: Twitter,
  call: { method: 'GET' | 'POST'; path: string; token?: OAuth.Token; oauth?: Record<string, string> },
): Promise<string | null> {
  const url = twitter.apiBase.replace(/\/$/, '') + call.path;
  const signer = new OAuth({
    consumer: { key: twitter.consumerKey, secret: twitter.consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
  });
  signer.getNonce = () => ctx.random.secret();
  signer.getTimeStamp = () => Math.floor(ctx.clock.now().getTime() / 1000);
  const signed = signer.authorize({ url, method: call.method, data: call.oauth ?? {} }, call.token);
  const { Authorization } = signer.toHeader({ ...signed, ...call.oauth });
  return requestProvider(ctx, url, { method: call.method, headers: { Authorization } });
}

function parseToken(text: string): OAuth.Token | null {
  const fields = new URLSearchParams(text);
  const [key, secret] = [fields.get('oauth_token'), fields.get('oauth_token_secret')];
  return key && secret ? { key, secret } : null;
}

/** Starts a sign-in: the URL for the browser and the tokens to store for the callback. Errors: see POST /auth/twitter/login. */
export async function beginTwitter(ctx: Context, callbackUrl: string): Promise<HandlerResult<Api['POST /auth/twitter/login']>> {
  const twitter = enabled(ctx);
  if (!isOnSite(ctx, callbackUrl)) fail('callback_not_allowed');
  const text = await request(ctx, twitter, { method: 'POST', path: '/oauth/request_token', oauth: { oauth_callback: callbackUrl } });
  const token = parseToken(text ?? '');
  // No user is involved yet, so a rejection concerns the site's keys.
  if (!token || new URLSearchParams(text ?? '').get('oauth_callback_confirmed') !== 'true')
    return failUnavailable(ctx, 'Twitter rejected the consumer key or the callback URL');
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.socialAttempt_s * 1000);
  await ctx.db.insert(pendingSocialSignIns).values({ token: digestOf(token.key), expiresAt });
  const url = new URL('/oauth/authorize', twitter.apiBase);
  url.searchParams.set('oauth_token', token.key);
  return {
    url: url.href,
    oauthToken: token.key,
    oauthTokenSecret: encrypt(tokenSecretKey(ctx), token.key, Buffer.from(token.secret)).toString('base64url'),
  };
}

/** The token secret that `beginTwitter` encrypted for this attempt. */
function decryptTokenSecret(ctx: Context, oauthToken: string, encryptedSecret: string): string {
  try {
    return decrypt(tokenSecretKey(ctx), oauthToken, Buffer.from(encryptedSecret, 'base64url')).toString();
  } catch {
    return fail('social_login_failed');
  }
}

async function redeemAttempt(ctx: Context, oauthToken: string): Promise<void> {
  const used = await ctx.db
    .delete(pendingSocialSignIns)
    .where(and(eq(pendingSocialSignIns.token, digestOf(oauthToken)), gt(pendingSocialSignIns.expiresAt, ctx.clock.now())))
    .returning();
  if (used.length === 0) fail('social_login_failed');
}

/** Completes a sign-in that this browser started. Errors: see POST /auth/twitter/callback. */
export async function finishTwitter(
  ctx: Context,
  client: Client,
  input: Parsed<Api['POST /auth/twitter/callback']>['body'],
  cookieSetter: CookieSetter,
): Promise<SignInResult> {
  const twitter = enabled(ctx);
  const secret = decryptTokenSecret(ctx, input.oauthToken, input.oauthTokenSecret);
  await redeemAttempt(ctx, input.oauthToken);
  const text = await request(ctx, twitter, {
    method: 'POST',
    path: '/oauth/access_token',
    token: { key: input.oauthToken, secret },
    oauth: { oauth_verifier: input.oauthVerifier },
  });
  const token = parseToken(text ?? '') ?? fail('social_login_failed');
  const profile = await request(ctx, twitter, { method: 'GET', path: '/1.1/account/verify_credentials.json', token });
  if (profile === null) return fail('social_login_failed');
  const person = readProfile(profile) ?? failUnavailable(ctx, 'Twitter returned an invalid profile');
  return signInAs(ctx, client, { provider: 'twitter', subject: person.id_str, name: person.name, email: null }, input, cookieSetter);
}

function readProfile(text: string): z.output<typeof Profile> | null {
  try {
    return Profile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

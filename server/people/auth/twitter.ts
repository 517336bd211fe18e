/**
 * Signing in with Twitter (OAuth 1.0a). The secret of an attempt lies sealed in the browser that began it, so nobody else
 * can finish it; each attempt is used once, within minutes. Twitter's id alone decides: its addresses are not asked for.
 */
import OAuth from 'oauth-1.0a';
import { createHmac } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { Api } from '@contract/api';
import type { Parsed, Result } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Config } from '../../kernel/config';
import type { Context } from '../../platform/context';
import { socialAttempts } from '../../platform/db/schema/schema';
import { deriveKey } from '../../kernel/derive-key';
import { fail } from '../../kernel/api-error';
import { digestOf } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isOnSite } from '../../kernel/safe-redirect';
import { seal, unseal } from '../../media/sealed';
import type { Arrived } from '../../modules/second-step/second-step';
import type { CookieSetter } from '../sessions/sessions';
import { askOutside, unavailable } from './provider-request';
import { signInAs } from './social';

type Twitter = NonNullable<Config['twitter']>;

const label = 'footlight twitter sign-in';
const Profile = z.object({ id_str: z.string().regex(/^\d{1,30}$/), name: z.string().default('') });

function enabled(ctx: Context): Twitter {
  const { twitter } = ctx.config;
  return twitter !== null && ctx.settings.values().twitterLoginEnabled ? twitter : fail('provider_disabled');
}

const sealKey = (ctx: Context): Buffer => deriveKey(ctx.config.appSecret, label);

/** Calls Twitter with a signature over method, address and `oauth` parameters; the answer's text, or null when refused. */
function ask(
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
  signer.getNonce = () => ctx.chance.secret();
  signer.getTimeStamp = () => Math.floor(ctx.clock.now().getTime() / 1000);
  const signed = signer.authorize({ url, method: call.method, data: call.oauth ?? {} }, call.token);
  const { Authorization } = signer.toHeader({ ...signed, ...call.oauth });
  return askOutside(ctx, url, { method: call.method, headers: { Authorization } });
}

function tokenIn(text: string): OAuth.Token | null {
  const fields = new URLSearchParams(text);
  const [key, secret] = [fields.get('oauth_token'), fields.get('oauth_token_secret')];
  return key && secret ? { key, secret } : null;
}

/** Begins a sign-in: where to send the browser, and what it keeps for the way back. Refuses as POST /auth/twitter/login says. */
export async function beginTwitter(ctx: Context, callbackUrl: string): Promise<Result<Api['POST /auth/twitter/login']>> {
  const twitter = enabled(ctx);
  if (!isOnSite(ctx, callbackUrl)) fail('callback_not_allowed');
  const text = await ask(ctx, twitter, { method: 'POST', path: '/oauth/request_token', oauth: { oauth_callback: callbackUrl } });
  const token = tokenIn(text ?? '');
  // Nobody has signed in yet: a refusal here is about our keys.
  if (!token || new URLSearchParams(text ?? '').get('oauth_callback_confirmed') !== 'true')
    return unavailable(ctx, 'Twitter did not take the keys or the return address');
  const expiresAt = new Date(ctx.clock.now().getTime() + limits.socialAttempt_s * 1000);
  await ctx.db.insert(socialAttempts).values({ token: digestOf(token.key), expiresAt });
  const url = new URL('/oauth/authorize', twitter.apiBase);
  url.searchParams.set('oauth_token', token.key);
  return {
    url: url.href,
    oauthToken: token.key,
    oauthTokenSecret: seal(sealKey(ctx), token.key, Buffer.from(token.secret)).toString('base64url'),
  };
}

/** The secret that `beginTwitter` sealed for this attempt. */
function secretOf(ctx: Context, oauthToken: string, sealed: string): string {
  try {
    return unseal(sealKey(ctx), oauthToken, Buffer.from(sealed, 'base64url')).toString();
  } catch {
    return fail('social_login_failed');
  }
}

async function spendAttempt(ctx: Context, oauthToken: string): Promise<void> {
  const used = await ctx.db
    .delete(socialAttempts)
    .where(and(eq(socialAttempts.token, digestOf(oauthToken)), gt(socialAttempts.expiresAt, ctx.clock.now())))
    .returning();
  if (used.length === 0) fail('social_login_failed');
}

/** Finishes a sign-in that this browser began. Refuses as POST /auth/twitter/callback says. */
export async function finishTwitter(
  ctx: Context,
  client: Client,
  asked: Parsed<Api['POST /auth/twitter/callback']>['body'],
  respond: CookieSetter,
): Promise<Arrived> {
  const twitter = enabled(ctx);
  const secret = secretOf(ctx, asked.oauthToken, asked.oauthTokenSecret);
  await spendAttempt(ctx, asked.oauthToken);
  const text = await ask(ctx, twitter, {
    method: 'POST',
    path: '/oauth/access_token',
    token: { key: asked.oauthToken, secret },
    oauth: { oauth_verifier: asked.oauthVerifier },
  });
  const token = tokenIn(text ?? '') ?? fail('social_login_failed');
  const profile = await ask(ctx, twitter, { method: 'GET', path: '/1.1/account/verify_credentials.json', token });
  if (profile === null) return fail('social_login_failed');
  const person = readProfile(profile) ?? unavailable(ctx, 'Twitter did not say who it is');
  return signInAs(ctx, client, { provider: 'twitter', subject: person.id_str, name: person.name, email: null }, asked, respond);
}

function readProfile(text: string): z.output<typeof Profile> | null {
  try {
    return Profile.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Sign-in with a password. Unknown usernames, wrong passwords and accounts without a password get the same response in the same time. */
import type { Parsed } from '@contract/kernel/endpoint';
import type { Api } from '@contract/api';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import type { Client } from '../../platform/http/client';
import { rejectSuspended } from '../appeal-links/appeal-links';
import { verifyPassword } from '../passwords/passwords';
import { accountByLogin, type AccountRow } from '../people/rows';
import { completeSignIn, type SignInResult } from '../two-factor/complete-sign-in';
import type { CookieSetter } from '../sessions/sessions';

type Credentials = Parsed<Api['POST /auth/login']>['body'];

/** Whether the account must verify its email address first. Operators are exempt: otherwise they could not turn the setting off again. */
function mustConfirm(ctx: Context, { role, email, emailVerifiedAt }: AccountRow): boolean {
  return ctx.settings.values().requireEmailVerification && role !== 'operator' && email !== null && emailVerifiedAt === null;
}

/**
 * Signs in by username or email address. Rejects with invalid_credentials; with account_suspended or email_not_verified only after the
 * correct password; and with too_many_requests before any comparison.
 */
export async function logIn(ctx: Context, client: Client, credentials: Credentials, cookieSetter: CookieSetter): Promise<SignInResult> {
  const login = credentials.username ?? credentials.email ?? '';
  // The IP address is limited first: once blocked, it must not use up the attempts of other people's usernames.
  await ctx.rateLimiter.consume('signInAddress', networkOf(client.address));
  // Prefixed, because the login may look like an account id, and ids have their own rate limits.
  await ctx.rateLimiter.consume('signInName', `name:${login}`);
  const account = await accountByLogin(ctx, login);
  const isCorrect = await verifyPassword(ctx, account?.passwordHash ?? null, credentials.password);
  if (!account || !isCorrect) return fail('invalid_credentials', { about: account?.id });
  if (account.status === 'suspended') await rejectSuspended(ctx, account.id);
  if (mustConfirm(ctx, account)) fail('email_not_verified');
  return completeSignIn(ctx, account, client, credentials, cookieSetter);
}

/** Sign-in with a password. Unknown names, wrong passwords and accounts without a password get the same answer in the same time. */
import type { Parsed } from '@contract/kernel/endpoint';
import type { Api } from '@contract/api';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import type { Client } from '../../platform/http/client';
import { rejectSuspended } from '../appeal-links/appeal-links';
import { isPassword } from '../passwords/passwords';
import { accountByLogin, type AccountRow } from '../people/rows';
import { completeSignIn, type SignInResult } from '../two-factor/complete-sign-in';
import type { CookieSetter } from '../sessions/sessions';

type Credentials = Parsed<Api['POST /auth/login']>['body'];

/** Whether the account must confirm its address first. Operators are exempt, as otherwise they could not switch the rule off again. */
function mustConfirm(ctx: Context, { role, email, emailVerifiedAt }: AccountRow): boolean {
  return ctx.settings.values().requireEmailVerification && role !== 'operator' && email !== null && emailVerifiedAt === null;
}

/**
 * Signs in by username or address. Fails with invalid_credentials; with account_suspended or email_not_verified only after the right
 * password; and with too_many_requests before any comparison.
 */
export async function logIn(ctx: Context, client: Client, credentials: Credentials, respond: CookieSetter): Promise<SignInResult> {
  const login = credentials.username ?? credentials.email ?? '';
  // The address comes first: a blocked address must not use up the attempts of other people's names.
  await ctx.rates.take('signInAddress', networkOf(client.address));
  // Prefixed, because the text may look like an account id, which has its own rate limits.
  await ctx.rates.take('signInName', `name:${login}`);
  const account = await accountByLogin(ctx, login);
  const isRight = await isPassword(ctx, account?.passwordHash ?? null, credentials.password);
  if (!account || !isRight) return fail('invalid_credentials', { about: account?.id });
  if (account.status === 'suspended') await rejectSuspended(ctx, account.id);
  if (mustConfirm(ctx, account)) fail('email_not_verified');
  return completeSignIn(ctx, account, client, credentials, respond);
}

/** Signing in with a password. What is unknown, wrong or has no password answers alike and takes as long. */
import type { Parsed } from '@contract/endpoint';
import type { Api } from '@contract/api';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { networkOf } from '../../platform/geo/client-address';
import type { Client } from '../../platform/http/client';
import { turnAway } from '../../safety/moderation/moderation';
import { isPassword } from '../passwords/passwords';
import { accountByLogin, type AccountRow } from '../../modules/people/people';
import { arrive, type Arrived } from '../../modules/second-step/second-step';
import type { CookieSetter } from '../sessions/sessions';

type Credentials = Parsed<Api['POST /auth/login']>['body'];

/** Whether the site asks this account to confirm its address first. Operators pass: they could not switch the rule off again. */
function mustConfirm(ctx: Context, { role, email, emailVerifiedAt }: AccountRow): boolean {
  return ctx.settings.values().requireEmailVerification && role !== 'operator' && email !== null && emailVerifiedAt === null;
}

/**
 * Signs in by username or address. Refuses with invalid_credentials; only after the right password with account_suspended
 * or email_not_verified; and with too_many_requests before anything is compared.
 */
export async function logIn(ctx: Context, client: Client, credentials: Credentials, respond: CookieSetter): Promise<Arrived> {
  const login = credentials.username ?? credentials.email ?? '';
  // The address first: one that is out of tries cannot use up other people's.
  await ctx.rates.take('signInAddress', networkOf(client.address));
  // Marked as a name: what is typed here may read like an id, under which other allowances are counted.
  await ctx.rates.take('signInName', `name:${login}`);
  const account = await accountByLogin(ctx, login);
  const isRight = await isPassword(ctx, account?.passwordHash ?? null, credentials.password);
  if (!account || !isRight) return fail('invalid_credentials', { about: account?.id });
  if (account.status === 'suspended') await turnAway(ctx, account.id);
  if (mustConfirm(ctx, account)) fail('email_not_verified');
  return arrive(ctx, account, client, credentials, respond);
}

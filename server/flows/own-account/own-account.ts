/** The account as its own person sees it. */
import type { z } from 'zod';
import type { CurrentUser } from '@contract/kernel/entities';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { owesSecondStep, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { balanceOf } from '../../money/ledger/ledger';
import { helpsOf } from '../../modules/helping/helping';
import { ownProfile } from '../../modules/performers/performers';
import { accountFields, balanceAccountOf, findAccount, peopleByIds, providersOf } from '../../modules/people/people';
import { unreadOf } from '../../people/notifications/notifications';
import { rightsOf } from '../../platform/rights';
import { nextWalletRenewal } from '../../modules/subscriptions/subscriptions';
import { noStats, statsOf } from '../../people/accounts/stats';

export type CurrentAccount = z.output<typeof CurrentUser>;

/** The whole account; a performer's with her profile and its private part. Refuses with user_not_found. */
export async function currentUser(ctx: Context, accountId: string, client: Client): Promise<CurrentAccount> {
  const row = (await findAccount(ctx, accountId)) ?? fail('user_not_found');
  const connected = (await providersOf(ctx, [row.id])).get(row.id) ?? new Set();
  const fields = accountFields(ctx, row, {
    connected,
    balance_cents: await balanceOf(ctx, balanceAccountOf(row)),
    stats: (await statsOf(ctx, [row.id])).get(row.id) ?? noStats,
  });
  const own = {
    rights: row.role === 'operator' ? [...(await rightsOf(ctx, row.id))] : [],
    unread: await unreadOf(ctx, row.id, client),
    deletesAt: row.deletesAt,
    helps: row.role === 'operator' ? [] : await helpsOf(ctx, row.id),
    helper: null,
    owesSecondStep: owesSecondStep(ctx, { role: row.role, hasTwoFactor: fields.hasTwoFactor }),
  };
  if (!row.isPerformer) return { ...fields, isPerformer: false, ...own, nextWalletRenewal: await nextWalletRenewal(ctx, row.id) };
  const profile = await ownProfile(ctx, row.id);
  return { ...profile, ...fields, stats: { ...profile.stats, ...fields.stats }, isPerformer: true, ...own };
}

/** Nothing of these is for those who help her. */
const unsaid = {
  ...{ email: null, pendingEmail: null, firstName: null, lastName: null, phone: null, dateOfBirth: null },
  ...{ address: null, state: null, zipCode: null, verificationNote: null, documents: [], blockedCountries: [] },
  ...{ balance: 0n, monthlySpendingLimit: null, confirmTipAbove: null },
  ...{ isEmailVerified: true, hasPassword: false, hasTwoFactor: false, googleConnected: false, twitterConnected: false },
  payoutMethods: { banking: null, paypal: null, stripe: null, preferred: null },
  privacy: { showOnline: false, readReceipts: false, typing: false },
  unread: { conversations: 0, notifications: 0 },
  helps: [],
  deletesAt: null,
};

/**
 * The performer's account as those see it who help her: her page, and what she can publish. Refuses with user_not_found when it is
 * a performer's no more.
 */
export async function helpedAccount(
  ctx: Context,
  performerId: string,
  by: NonNullable<Actor['by']>,
  client: Client,
): Promise<CurrentAccount> {
  const account = await currentUser(ctx, performerId, client);
  const person = (await peopleByIds(ctx, [by.id])).get(by.id);
  if (!account.isPerformer || !person) return fail('user_not_found');
  const stats = { ...account.stats, following: 0, subscriptions: 0 };
  return { ...account, ...unsaid, stats, helper: { person, rights: [...by.rights] } };
}

/** The account as its owner sees it. */
import type { z } from 'zod';
import type { CurrentUser } from '@contract/kernel/entities';
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';
import { mustSetUpTwoFactor, type Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { balanceOf } from '../../money/ledger/ledger';
import { delegationsOf } from '../../people/delegation/rows';
import { firstUndeliverable } from '../../platform/mail/bounces';
import { ownProfile } from '../../people/performers/private-profile';
import { accountFields, balanceAccountOf, findAccount, peopleByIds, providersOf } from '../../people/people/rows';
import { unreadOf } from '../../people/notifications/unread';
import { rightsOf } from '../../platform/rights';
import { nextWalletRenewal } from '../../money/subscriptions/rows';
import { noStats, statsOf } from '../../people/accounts/stats';

export type CurrentAccount = z.output<typeof CurrentUser>;

/** The whole account; for a performer also the private part of their profile. Rejects with user_not_found. */
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
    undeliverableEmail: await firstUndeliverable(ctx, [row.pendingEmail, row.email]),
    unread: await unreadOf(ctx, row.id, client),
    deletesAt: row.deletesAt,
    helps: row.role === 'operator' ? [] : await delegationsOf(ctx, row.id),
    helper: null,
    owesSecondStep: mustSetUpTwoFactor(ctx, { role: row.role, hasTwoFactor: fields.hasTwoFactor }),
  };
  if (!row.isPerformer) return { ...fields, isPerformer: false, ...own, nextWalletRenewal: await nextWalletRenewal(ctx, row.id) };
  const profile = await ownProfile(ctx, row.id);
  return { ...profile, ...fields, stats: { ...profile.stats, ...fields.stats }, isPerformer: true, ...own };
}

/** Fields that are hidden from delegates. */
const hiddenFromDelegates = {
  email: null,
  pendingEmail: null,
  undeliverableEmail: null,
  firstName: null,
  lastName: null,
  phone: null,
  dateOfBirth: null,
  address: null,
  state: null,
  zipCode: null,
  verificationNote: null,
  documents: [],
  blockedCountries: [],
  balance: 0n,
  monthlySpendingLimit: null,
  confirmTipAbove: null,
  isEmailVerified: true,
  hasPassword: false,
  hasTwoFactor: false,
  googleConnected: false,
  twitterConnected: false,
  payoutMethods: { banking: null, paypal: null, stripe: null, preferred: null },
  privacy: { showOnline: false, readReceipts: false, typing: false },
  unread: { conversations: 0, notifications: 0 },
  helps: [],
  deletesAt: null,
};

/**
 * A performer's account as their delegates see it: the page, and what they may publish. Rejects with user_not_found if the account is no
 * longer a performer.
 */
export async function accountForDelegate(
  ctx: Context,
  performerId: string,
  delegate: NonNullable<Actor['delegate']>,
  client: Client,
): Promise<CurrentAccount> {
  const account = await currentUser(ctx, performerId, client);
  const person = (await peopleByIds(ctx, [delegate.id])).get(delegate.id);
  if (!account.isPerformer || !person) return fail('user_not_found');
  const stats = { ...account.stats, following: 0, subscriptions: 0 };
  return { ...account, ...hiddenFromDelegates, stats, helper: { person, rights: [...delegate.rights] } };
}

/** The account as its own person sees it. */
import type { z } from 'zod';
import type { CurrentUser } from '@contract/entities';
import type { Context } from '../../context';
import { fail } from '../../failure';
import { owesSecondStep } from '../../http/actor';
import type { Client } from '../../http/client';
import { balanceOf } from '../../ledger/ledger';
import { ownProfile } from '../performers/performers';
import { accountFields, balanceAccountOf, findAccount, providersOf } from '../people/people';
import { unreadOf } from '../notifications/notifications';
import { rightsOf } from '../../rights';
import { nextWalletRenewal } from '../subscriptions/subscriptions';
import { noStats, statsOf } from './stats';

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
    owesSecondStep: owesSecondStep(ctx, { role: row.role, hasTwoFactor: fields.hasTwoFactor }),
  };
  if (!row.isPerformer) return { ...fields, isPerformer: false, ...own, nextWalletRenewal: await nextWalletRenewal(ctx, row.id) };
  const profile = await ownProfile(ctx, row.id);
  return { ...profile, ...fields, stats: { ...profile.stats, ...fields.stats }, isPerformer: true, ...own };
}

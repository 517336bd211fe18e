/** The account as its own person sees it. */
import type { z } from 'zod';
import type { CurrentUser } from '@contract/entities';
import type { Context } from '../../context';
import { fail } from '../../failure';
import { balanceOf } from '../../ledger/ledger';
import { ownProfile } from '../performers/performers';
import { accountFields, balanceAccountOf, findAccount, providersOf } from '../people/people';

export type CurrentAccount = z.output<typeof CurrentUser>;

/** The whole account; a performer's with her profile and its private part. Refuses with user_not_found. */
export async function currentUser(ctx: Context, accountId: string): Promise<CurrentAccount> {
  const row = (await findAccount(ctx, accountId)) ?? fail('user_not_found');
  const connected = (await providersOf(ctx, [row.id])).get(row.id) ?? new Set();
  const fields = accountFields(ctx, row, { connected, balance_cents: await balanceOf(ctx, balanceAccountOf(row)) });
  if (!row.isPerformer) return { ...fields, isPerformer: false };
  return { ...(await ownProfile(ctx, row.id)), ...fields, isPerformer: true };
}

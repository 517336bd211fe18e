/** Creating accounts. */
import type { Role } from '@contract/kernel/values/people';
import { violatedUnique } from '../../platform/db/db';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { teamMembers } from '../../platform/db/schema/team';
import { failAt } from '../../kernel/api-error';
import { searchKeyOf } from './name-search';
import type { AccountRow } from './rows';

export interface NewAccount {
  /** Set if the caller needs the id beforehand, such as for a stored file. */
  id?: string;
  role: Role;
  username?: string | null;
  email?: string | null;
  emailVerifiedAt?: Date | null;
  name?: string | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phone?: string | null | undefined;
  gender?: string | null | undefined;
  country?: string | null | undefined;
  /** The interface language. */
  locale?: string | undefined;
  /** Stored images, attached by the caller. */
  avatarId?: string | null;
  coverId?: string | null;
  /** As returned by `hashPassword`; null for accounts that sign in only with an identity provider. */
  passwordHash: string | null;
}

/** Runs a change of account rows. Rejects with username_taken or email_taken on a unique violation. */
export async function withUniqueErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedUnique(error);
    if (constraint === 'accounts_username') return failAt('username', 'username_taken');
    if (constraint === 'accounts_email') return failAt('email', 'email_taken');
    throw error;
  }
}

/**
 * Creates an account, in the transaction of `ctx` if there is one. A performer's profile is created separately. Rejects with username_taken
 * or email_taken, which aborts a transaction.
 */
export async function createAccount(ctx: Context, fields: NewAccount): Promise<AccountRow> {
  const now = ctx.clock.now();
  const fullName = [fields.firstName, fields.lastName].filter(Boolean).join(' ');
  const name = fields.name ?? fullName;
  const [row] = await withUniqueErrors(() =>
    ctx.db
      .insert(accounts)
      .values({
        ...fields,
        id: fields.id ?? ctx.random.id(),
        isPerformer: fields.role === 'performer',
        username: fields.username?.toLowerCase() ?? null,
        email: fields.email?.toLowerCase() ?? null,
        name,
        ...searchKeyOf(name),
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  );
  if (!row) throw new Error('an insert answers its row');
  // Operators created here come from the environment or the demo data and are owners. Others join by invitation.
  if (row.role === 'operator')
    await ctx.db.insert(teamMembers).values({ accountId: row.id, bundle: 'owner', createdAt: now, updatedAt: now });
  return row;
}

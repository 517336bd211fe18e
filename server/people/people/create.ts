/** New accounts. */
import type { Role } from '@contract/values';
import { violatedUnique } from '../../platform/db/db';
import type { Context } from '../../platform/context';
import { accounts, teamMembers } from '../../platform/db/schema/schema';
import { failAt } from '../../kernel/api-error';
import { nameKeyOf } from './name-search';
import type { AccountRow } from './rows';

export interface NewAccount {
  /** Given where something, such as a stored file, must know it before. */
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
  /** The language in which she reads. */
  locale?: string | undefined;
  /** Stored pictures, attached by the caller. */
  avatarId?: string | null;
  coverId?: string | null;
  /** As `hashPassword` made it; null for those who sign in elsewhere only. */
  passwordHash: string | null;
}

/** Runs a change of account rows; refuses with username_taken or email_taken when somebody was quicker. */
export async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
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
 * Makes an account, in the transaction of `ctx` where it has one. A performer's profile is made beside it by the
 * performers' door. Refuses with username_taken or email_taken; a transaction is then lost.
 */
export async function createAccount(ctx: Context, fields: NewAccount): Promise<AccountRow> {
  const now = ctx.clock.now();
  const fullName = [fields.firstName, fields.lastName].filter(Boolean).join(' ');
  const name = fields.name ?? fullName;
  const [row] = await refusingTaken(() =>
    ctx.db
      .insert(accounts)
      .values({
        ...fields,
        id: fields.id ?? ctx.chance.id(),
        isPerformer: fields.role === 'performer',
        username: fields.username?.toLowerCase() ?? null,
        email: fields.email?.toLowerCase() ?? null,
        name,
        ...nameKeyOf(name),
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  );
  if (!row) throw new Error('an insert answers its row');
  // Operators begin here when the environment or the demonstration names them; all others are invited.
  if (row.role === 'operator')
    await ctx.db.insert(teamMembers).values({ accountId: row.id, bundle: 'owner', createdAt: now, updatedAt: now });
  return row;
}

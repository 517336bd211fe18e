/** Account rows, and their API shapes. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminUser, Person as PersonSchema } from '@contract/kernel/entities';
import { visibleName } from '@contract/kernel/values/names';
import { placeholders } from '@contract/kernel/conventions';
import type { Context } from '../../platform/context';
import { preparedForEach } from '../../platform/db/prepared';
import { accounts, identities } from '../../platform/db/schema/accounts';
import { performers } from '../../platform/db/schema/performers';
import { earningsOf, walletOf, type AccountId } from '../../money/ledger/chart';
import { pictureUrl } from '../../platform/media/files';

export type AccountRow = typeof accounts.$inferSelect;
export type Person = z.output<typeof PersonSchema>;
/** The account as its owner sees it. */
export type AccountFields = Omit<z.output<typeof AdminUser>, 'isPerformer' | 'suspension' | 'deletesAt' | 'verification' | 'lastSeenAt'>;
export type Provider = (typeof identities.$inferSelect)['provider'];

/** The account, or null. */
export async function findAccount(ctx: Pick<Context, 'db'>, id: string): Promise<AccountRow | null> {
  const [row] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

/**
 * The account, locked against changes until the transaction of `ctx` ends, or null. Inserting rows that reference it, such as sessions, is
 * not blocked. Code that also locks a performer's row locks the account first.
 */
export async function lockAccount(ctx: Pick<Context, 'db'>, id: string): Promise<AccountRow | null> {
  const [row] = await ctx.db.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
  return row ?? null;
}

/** The account of a username or email address, or null. Usernames never contain @. */
export async function accountByLogin(ctx: Pick<Context, 'db'>, login: string): Promise<AccountRow | null> {
  const column = login.includes('@') ? accounts.email : accounts.username;
  const [row] = await ctx.db.select().from(accounts).where(eq(column, login.toLowerCase()));
  return row ?? null;
}

/** The display name: name, else username. Names of older accounts may have invisible characters, which are left out. */
export function nameOf(row: Pick<AccountRow, 'name' | 'username'>): string {
  return visibleName(row.name).trim() || row.username || 'New member';
}

/** The name shown for accounts that are deleted or scheduled for deletion. */
export const deletedAccountName = 'Deleted account';
/** Whether the account is deleted or scheduled for deletion. */
export const isDeletedOrDeleting = ({ status }: Pick<AccountRow, 'status'>): boolean => status === 'deleting' || status === 'deleted';

export type PersonRow = Pick<AccountRow, 'id' | 'username' | 'name' | 'avatarId' | 'isPerformer' | 'isOnline' | 'showOnline' | 'status'> & {
  verification: string | null;
};

/** The columns of a `PersonRow` for a statement with accounts as `a`. */
export const personColumns = sql`a.username, a.name, a.avatar_id as "avatarId", a.is_performer as "isPerformer", a.is_online as "isOnline",
  a.show_online as "showOnline", a.status, (select verification from ${performers} where account_id = a.id) as verification`;

/** A person as others see them. Hidden presence is shown as offline, a deleted account anonymously. */
export function personOf(ctx: Pick<Context, 'config'>, row: PersonRow): Person {
  if (isDeletedOrDeleting(row)) {
    const anonymous = { username: null, name: deletedAccountName, avatar: placeholders.avatar, isVerified: false, isOnline: false };
    return { _id: row.id, isPerformer: row.isPerformer, ...anonymous };
  }
  return {
    _id: row.id,
    username: row.username,
    name: nameOf(row),
    avatar: pictureUrl(ctx, row.avatarId, 'small') ?? placeholders.avatar,
    isPerformer: row.isPerformer,
    isVerified: row.verification === 'approved',
    isOnline: row.isOnline && row.showOnline,
  };
}

const selectPeople = preparedForEach<{ ids: readonly string[] }, PersonRow>(
  'people_by_ids',
  (requested) => sql`select a.id, ${personColumns} from ${requested} requested join ${accounts} a on a.id = requested.id`,
);

/** People as others see them, by id; one query. Unknown ids are left out. */
export async function peopleByIds(ctx: Pick<Context, 'db' | 'config'>, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await selectPeople(ctx.db, { ids });
  return new Map(rows.map((row) => [row.id, personOf(ctx, row)]));
}

/** The connected identity providers of accounts; one query. Every id has an entry. */
export async function providersOf(ctx: Pick<Context, 'db'>, ids: readonly string[]): Promise<Map<string, Set<Provider>>> {
  const connected = new Map(ids.map((id) => [id, new Set<Provider>()]));
  if (ids.length === 0) return connected;
  const rows = await ctx.db
    .select({ accountId: identities.accountId, provider: identities.provider })
    .from(identities)
    .where(inArray(identities.accountId, [...ids]));
  for (const { accountId, provider } of rows) connected.get(accountId)?.add(provider);
  return connected;
}

/** Account data from other tables. */
export interface RelatedData {
  /** Performers followed, and subscriptions that give access. */
  stats: AccountFields['stats'];
  /** As returned by `providersOf`. */
  connected: ReadonlySet<Provider>;
  /** From the ledger: a fan's wallet, or a performer's earnings that were not paid out. */
  balance_cents: bigint;
}

/** The ledger account of what a person can spend or be paid. */
export const balanceAccountOf = ({ id, isPerformer }: Pick<AccountRow, 'id' | 'isPerformer'>): AccountId =>
  isPerformer ? earningsOf(id) : walletOf(id);

/** The account as its owner sees it. Never shown to other people. */
export function accountFields(
  ctx: Pick<Context, 'config'>,
  row: AccountRow,
  { connected, balance_cents, stats }: RelatedData,
): AccountFields {
  return {
    _id: row.id,
    avatar: pictureUrl(ctx, row.avatarId, 'full') ?? placeholders.avatar,
    cover: pictureUrl(ctx, row.coverId, 'full'),
    name: nameOf(row),
    email: row.email,
    balance: balance_cents,
    username: row.username,
    role: row.role,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    gender: row.gender,
    country: row.country,
    locale: row.locale,
    status: row.status,
    isEmailVerified: row.emailVerifiedAt !== null,
    pendingEmail: row.pendingEmail,
    googleConnected: connected.has('google'),
    twitterConnected: connected.has('twitter'),
    hasPassword: row.passwordHash !== null,
    hasTwoFactor: row.twoFactorAt !== null,
    privacy: { showOnline: row.showOnline, readReceipts: row.readReceipts, typing: row.showTyping },
    monthlySpendingLimit: row.monthlySpendingLimitCents,
    confirmTipAbove: row.confirmTipAboveCents,
    stats,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** Rows of accounts, and the shapes of them that leave the host. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AdminUser, Person as PersonSchema } from '@contract/kernel/entities';
import { placeholders } from '@contract/kernel/conventions';
import type { Context } from '../../platform/context';
import { preparedForEach } from '../../platform/db/prepared';
import { accounts, identities, performers } from '../../platform/db/schema/schema';
import { earningsOf, walletOf, type AccountId } from '../../money/ledger/chart';
import { pictureAddress } from '../../platform/media/files';

export type AccountRow = typeof accounts.$inferSelect;
export type Person = z.output<typeof PersonSchema>;
/** What every account knows of itself. */
export type AccountFields = Omit<z.output<typeof AdminUser>, 'isPerformer' | 'suspension' | 'deletesAt' | 'verification' | 'lastSeenAt'>;
export type Provider = (typeof identities.$inferSelect)['provider'];

/** The account, or null when there is none. */
export async function findAccount(ctx: Pick<Context, 'db'>, id: string): Promise<AccountRow | null> {
  const [row] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
  return row ?? null;
}

/**
 * The account, locked against changes until the transaction of `ctx` ends, or null when there is none. Rows that merely
 * belong to it, such as a new session, are not held up. Who locks a performer's row too locks this one first.
 */
export async function lockAccount(ctx: Pick<Context, 'db'>, id: string): Promise<AccountRow | null> {
  const [row] = await ctx.db.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
  return row ?? null;
}

/** The account of a username or an e-mail address, or null when there is none. Usernames never hold an @. */
export async function accountByLogin(ctx: Pick<Context, 'db'>, login: string): Promise<AccountRow | null> {
  const column = login.includes('@') ? accounts.email : accounts.username;
  const [row] = await ctx.db.select().from(accounts).where(eq(column, login.toLowerCase()));
  return row ?? null;
}

/** What people call an account: its name, else its username. */
export function nameOf(row: Pick<AccountRow, 'name' | 'username'>): string {
  return row.name || row.username || 'New member';
}

/** By which name others know who has deleted her account, also while she may still keep it. */
export const leftName = 'Deleted account';
/** Whether she has deleted her account, also while she may still keep it. */
export const isGone = ({ status }: Pick<AccountRow, 'status'>): boolean => status === 'deleting' || status === 'deleted';

export type PersonRow = Pick<AccountRow, 'id' | 'username' | 'name' | 'avatarId' | 'isPerformer' | 'isOnline' | 'showOnline' | 'status'> & {
  verification: string | null;
};

/** The columns of a `PersonRow` for a statement in which accounts are `a`. */
export const personColumns = sql`a.username, a.name, a.avatar_id as "avatarId", a.is_performer as "isPerformer", a.is_online as "isOnline",
  a.show_online as "showOnline", a.status, (select verification from ${performers} where account_id = a.id) as verification`;

/** A person as others see her. Who hides her presence is shown as offline, and who has left as nobody in particular. */
export function personOf(ctx: Pick<Context, 'config'>, row: PersonRow): Person {
  if (isGone(row)) {
    const nobody = { username: null, name: leftName, avatar: placeholders.avatar, isVerified: false, isOnline: false };
    return { _id: row.id, isPerformer: row.isPerformer, ...nobody };
  }
  return {
    _id: row.id,
    username: row.username,
    name: nameOf(row),
    avatar: pictureAddress(ctx, row.avatarId, 'small') ?? placeholders.avatar,
    isPerformer: row.isPerformer,
    isVerified: row.verification === 'approved',
    isOnline: row.isOnline && row.showOnline,
  };
}

const peopleWith = preparedForEach<{ ids: readonly string[] }, PersonRow>(
  'people_by_ids',
  (asked) => sql`select a.id, ${personColumns} from ${asked} asked join ${accounts} a on a.id = asked.id`,
);

/** People as others see them, by id; one query, and who does not exist is left out. */
export async function peopleByIds(ctx: Pick<Context, 'db' | 'config'>, ids: readonly string[]): Promise<Map<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await peopleWith(ctx.db, { ids });
  return new Map(rows.map((row) => [row.id, personOf(ctx, row)]));
}

/** Where these accounts sign in beside here, in one query; every id has its entry. */
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

/** What of an account stands elsewhere than in its row. */
export interface Beside {
  /** How many she follows, and how many subscriptions give her access. */
  stats: AccountFields['stats'];
  /** As `providersOf` tells it. */
  connected: ReadonlySet<Provider>;
  /** As the ledger tells it: a fan's wallet, or what a performer has earned and not been paid. */
  balance_cents: bigint;
}

/** The ledger's account of what a person may spend or be paid. */
export const balanceAccountOf = ({ id, isPerformer }: Pick<AccountRow, 'id' | 'isPerformer'>): AccountId =>
  isPerformer ? earningsOf(id) : walletOf(id);

/** An account as it knows itself. Never for the eyes of other people. */
export function accountFields(ctx: Pick<Context, 'config'>, row: AccountRow, { connected, balance_cents, stats }: Beside): AccountFields {
  return {
    _id: row.id,
    avatar: pictureAddress(ctx, row.avatarId, 'full') ?? placeholders.avatar,
    cover: pictureAddress(ctx, row.coverId, 'full'),
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

/** Changes of a performer's profile, by the performer or an operator. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { errors } from '@contract/kernel/errors';
import type { ProfileChanges as ChangesSchema } from '@contract/people/performers';
import type { Verification } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { notifyEmailChanged } from '../notifications/security';
import { changeAccount, type Authority } from '../people/change';
import { lockAccount } from '../people/rows';
import { reportFlaggedProfile } from '../flagging/flagging';
import { assertOfAge, subscriptionPrices } from './create';

export type ProfileChanges = z.output<typeof ChangesSchema>;
type AccountPart = Pick<
  ProfileChanges,
  | 'username'
  | 'email'
  | 'name'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'gender'
  | 'country'
  | 'locale'
  | 'privacy'
  | 'currentPassword'
  | 'monthlySpendingLimit'
  | 'confirmTipAbove'
>;
type ProfilePart = Omit<ProfileChanges, keyof AccountPart>;

function split(changes: ProfileChanges): { account: AccountPart; profile: ProfilePart } {
  const { username, email, name, firstName, lastName, phone, gender, country, locale, privacy, currentPassword, ...rest } = changes;
  const { monthlySpendingLimit, confirmTipAbove, ...profile } = rest;
  const person = { username, email, name, firstName, lastName, phone, gender, country, locale };
  return { account: { ...person, privacy, currentPassword, monthlySpendingLimit, confirmTipAbove }, profile };
}

/** Throws price_out_of_range. Prices are in cents, and the limits are inclusive. */
function assertPrices(ctx: Context, { monthlyPrice, yearlyPrice }: ProfilePart): void {
  const { min, max } = subscriptionPrices(ctx);
  const outOfRange = Object.entries({ monthlyPrice, yearlyPrice }).filter(
    ([, price]) => price !== undefined && (price < min || price > max),
  );
  if (outOfRange.length === 0) return;
  fail('price_out_of_range', { issues: outOfRange.map(([path]) => ({ path, message: errors.price_out_of_range[1] })) });
}

/** A verified date of birth cannot change. Forms may send it unchanged. */
function assertBirth(ctx: Context, dateOfBirth: string, before: { dateOfBirth: string | null; verification: Verification }): void {
  if (dateOfBirth === before.dateOfBirth) return;
  if (before.verification === 'approved' && before.dateOfBirth !== null) {
    fail('invalid_request', { issues: [{ path: 'dateOfBirth', message: 'This date of birth is verified and can’t be changed.' }] });
  }
  assertOfAge(ctx, dateOfBirth);
}

function columnsOf({ monthlyPrice, yearlyPrice, messagePrice, ...unrenamed }: ProfilePart): Partial<typeof performers.$inferInsert> {
  return { ...unrenamed, monthlyPriceCents: monthlyPrice, yearlyPriceCents: yearlyPrice, messagePriceCents: messagePrice };
}

/** Which prices are raised: subscribers are notified of them. */
function raisedPrices(before: { monthly: bigint; yearly: bigint }, { monthlyPrice, yearlyPrice }: ProfilePart): ('monthly' | 'yearly')[] {
  const monthly = monthlyPrice !== undefined && monthlyPrice > before.monthly;
  const yearly = yearlyPrice !== undefined && yearlyPrice > before.yearly;
  return [...(monthly ? (['monthly'] as const) : []), ...(yearly ? (['yearly'] as const) : [])];
}

const hasChanges = (part: object): boolean => Object.values(part).some((value) => value !== undefined);

/** Changes the profile columns, in the caller's transaction. */
async function changeProfilePart(ctx: Context, performerId: string, profile: ProfilePart): Promise<void> {
  assertPrices(ctx, profile);
  const [before] = await ctx.db
    .select({
      dateOfBirth: performers.dateOfBirth,
      verification: performers.verification,
      monthly: performers.monthlyPriceCents,
      yearly: performers.yearlyPriceCents,
    })
    .from(performers)
    .where(eq(performers.accountId, performerId))
    .for('update');
  if (!before) return fail('performer_not_found');
  if (profile.dateOfBirth !== undefined) assertBirth(ctx, profile.dateOfBirth, before);
  if (hasChanges(profile)) await ctx.db.update(performers).set(columnsOf(profile)).where(eq(performers.accountId, performerId));
  const types = raisedPrices(before, profile);
  if (types.length > 0) await ctx.jobs.enqueue(ctx.db, 'subscriptions/price-rise', { performerId, types, afterId: null });
}

/** Changes the account and profile of a performer in one transaction. Errors: see PUT /performers/:id. */
export async function changeProfile(ctx: Context, performerId: string, changes: ProfileChanges, authority: Authority): Promise<void> {
  const { account, profile } = split(changes);
  await inTransaction(ctx, async (tx) => {
    const before = await lockAccount(tx, performerId);
    await changeProfilePart(tx, performerId, profile);
    const after = await changeAccount(tx, performerId, account, authority);
    if (before?.email && before.email !== after.email) await notifyEmailChanged(tx, after);
    await reportFlaggedProfile(tx, performerId);
  });
}

/** Sets whether a performer is featured. Does nothing if the performer does not exist. */
export async function setFeatured(ctx: Context, performerId: string, isFeatured: boolean): Promise<void> {
  await ctx.db.update(performers).set({ isFeatured }).where(eq(performers.accountId, performerId));
}

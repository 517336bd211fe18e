/** Demo accounts, created through the same public functions that people use. */
import { documentTypes, type DocumentType } from '@contract/kernel/values/people';
import { allRights } from '@contract/kernel/rights';
import { day_ms, minute_ms } from '@contract/kernel/units';
import type { Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import type { Client } from '../platform/http/client';
import { attachFile, storeDocument, storeImage } from '../platform/media/files';
import { uploadAvatar } from '../people/accounts/avatar';
import { decidePerformer } from '../people/admin/performers';
import { createAccount } from '../people/people/create';
import { offersTo } from '../money/offers/page-offers';
import { attachDocument, createProfile } from '../people/performers/create';
import { changeProfile, setFeatured } from '../people/performers/change';
import { viewPerformer } from '../people/performers/view';
import type { CastPerformer, CastPerson } from './cast';
import { avatarOf } from './art';
import { withIdentityDocument, withPhotos, withProfilePictures } from './pictures';

export const seedClient: Client = { address: '127.0.0.1', country: null, userAgent: 'seed' };
/** A yearly subscription costs as much as this many months. */
const yearlyPrice_months = 10n;
/** Addresses reserved for documentation (RFC 5737): guests who viewed pages. */
const guest = (index: number): Client => ({ ...seedClient, address: `198.51.100.${String(index + 1)}` });

/** The images and documents of a performer, stored before the account exists, under its future id. */
export interface StoredFiles {
  performerId: string;
  avatarId: string;
  coverId: string;
  documents: ReadonlyMap<DocumentType, string>;
}

/** Stores a performer's files; nothing uses them yet. Call it outside a transaction. */
export async function storeFiles(ctx: Context, { username }: CastPerformer): Promise<StoredFiles> {
  const performerId = ctx.random.id();
  const images = await withProfilePictures(username, async ({ avatar, cover }) => ({
    avatarId: (await storeImage(ctx, { ownerId: performerId, type: 'avatar', file: avatar })).id,
    coverId: (await storeImage(ctx, { ownerId: performerId, type: 'cover', file: cover })).id,
  }));
  const documents = new Map<DocumentType, string>();
  await withIdentityDocument(async (file) => {
    for (const type of documentTypes) documents.set(type, (await storeDocument(ctx, { ownerId: performerId, file })).id);
  });
  return { performerId, ...images, documents };
}

/** Gives a fan or an operator a profile photo. The file is stored, so it runs outside a transaction. */
export async function addAvatar(ctx: Context, { username }: CastPerson, accountId: string): Promise<void> {
  await withPhotos([avatarOf(username)], async ([photo]) => {
    if (photo) await uploadAvatar(ctx, accountId, photo);
  });
}

/** Creates the account of a fan or an operator and returns its id. */
export async function createDemoAccount(
  ctx: Context,
  role: 'user' | 'operator',
  person: CastPerson,
  passwordHash: string,
): Promise<string> {
  const { username, name, email, country, gender } = person;
  const { id } = await createAccount(ctx, {
    role,
    username,
    name,
    email,
    country,
    gender,
    emailVerifiedAt: email === null ? null : ctx.clock.now(),
    passwordHash,
  });
  return id;
}

/** Submits a performer's application with identity documents and sets up the page. */
export async function createDemoPerformer(ctx: Context, person: CastPerformer, files: StoredFiles, passwordHash: string): Promise<void> {
  const { username, name, email, country, gender, dateOfBirth, city, languages, bio, looks } = person;
  const { performerId, avatarId, coverId, documents } = files;
  await createAccount(ctx, {
    id: performerId,
    role: 'performer',
    username,
    name,
    email,
    country,
    gender,
    avatarId,
    coverId,
    emailVerifiedAt: ctx.clock.now(),
    passwordHash,
  });
  for (const fileId of [avatarId, coverId]) await attachFile(ctx, fileId, { kind: 'account', id: performerId });
  await createProfile(ctx, performerId, { dateOfBirth, city, languages, bio });
  for (const [type, fileId] of documents) await attachDocument(ctx, performerId, type, fileId);
  const monthlyPrice = person.monthlyPrice_cents;
  const offer = { monthlyPrice, yearlyPrice: monthlyPrice * yearlyPrice_months, isFreeSubscription: person.isFreeSubscription };
  await changeProfile(ctx, performerId, { ...looks, ...offer }, { by: 'self', provenHash: null });
}

/** A copy of the context whose clock is stopped this many minutes ago. */
export function minutesAgo(ctx: Context, minutes: number): Context {
  const then = new Date(ctx.clock.now().getTime() - minutes * minute_ms);
  return { ...ctx, clock: { ...ctx.clock, now: () => then } };
}

/** A copy of the context whose clock is stopped this many days ago. */
export const daysAgo = (ctx: Context, days: number): Context => minutesAgo(ctx, (days * day_ms) / minute_ms);

/** The actor of a demo account. */
export const actorOf = (ctx: Context, id: string, role: 'user' | 'operator'): Actor => ({
  id,
  role,
  rights: role === 'operator' ? allRights : [],
  isPerformer: false,
  status: 'active',
  sessionId: '',
  sessionExpiresAt: ctx.clock.now(),
  authenticatedAt: ctx.clock.now(),
  hasTwoFactor: false,
});

/** Approves a performer, features them if the cast says so, and records the page views of guests. */
export async function approveDemoPerformer(ctx: Context, operatorId: string, person: CastPerformer, performerId: string): Promise<void> {
  await decidePerformer(ctx, actorOf(ctx, operatorId, 'operator'), seedClient, performerId, { decision: 'approved' });
  if (person.isFeatured) await setFeatured(ctx, performerId, true);
  for (let index = 0; index < person.views; index += 1) await viewPerformer(ctx, null, guest(index), performerId, offersTo);
}

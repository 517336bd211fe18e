/** What the people of the cast have done, through the doors that everybody uses. */
import { documentTypes, type DocumentType } from '@contract/values';
import { allRights } from '@contract/kernel/rights';
import { minute_ms } from '@contract/kernel/units';
import type { Context } from '../platform/context';
import type { Actor } from '../platform/http/actor';
import type { Client } from '../platform/http/client';
import { attachFile, storeDocument, storeImage } from '../platform/media/files';
import { decidePerformer } from '../modules/admin/admin';
import { createAccount } from '../modules/people/people';
import { attachDocument, changeProfile, createProfile, feature, viewPerformer } from '../modules/performers/performers';
import type { CastPerformer, CastPerson } from './cast';
import { withPictures } from './pictures';

export const here: Client = { address: '127.0.0.1', country: null, userAgent: 'seed' };
const monthsPaid = 10n;
/** Addresses that are set aside for documentation: the guests who looked at pages. */
const guest = (index: number): Client => ({ ...here, address: `198.51.100.${String(index + 1)}` });

/** The pictures and papers of a performer, stored before her account is made, under the id that it will have. */
export interface StoredFiles {
  performerId: string;
  avatarId: string;
  coverId: string;
  documents: ReadonlyMap<DocumentType, string>;
}

/** Stores what a performer will show; nothing uses it yet. Call it outside a transaction. */
export function storeFiles(ctx: Context, { palette }: CastPerformer): Promise<StoredFiles> {
  const performerId = ctx.chance.id();
  return withPictures(palette, async ({ avatar, cover, paper }) => {
    const [avatarRow, coverRow] = [
      await storeImage(ctx, { ownerId: performerId, type: 'avatar', file: avatar }),
      await storeImage(ctx, { ownerId: performerId, type: 'cover', file: cover }),
    ];
    const documents = new Map<DocumentType, string>();
    for (const type of documentTypes) documents.set(type, (await storeDocument(ctx, { ownerId: performerId, file: paper })).id);
    return { performerId, avatarId: avatarRow.id, coverId: coverRow.id, documents };
  });
}

/** Makes the account of a fan or an operator and answers its id. */
export async function join(ctx: Context, role: 'user' | 'operator', person: CastPerson, passwordHash: string): Promise<string> {
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

/** A performer applies with her papers and sets up her page. */
export async function apply(ctx: Context, person: CastPerformer, files: StoredFiles, passwordHash: string): Promise<void> {
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
  for (const fileId of [avatarId, coverId]) await attachFile(ctx, fileId, `account:${performerId}`);
  await createProfile(ctx, performerId, { dateOfBirth, city, languages, bio });
  for (const [type, fileId] of documents) await attachDocument(ctx, performerId, type, fileId);
  const monthlyPrice = person.monthlyPrice_cents;
  const offer = { monthlyPrice, yearlyPrice: monthlyPrice * monthsPaid, isFreeSubscription: person.isFreeSubscription };
  await changeProfile(ctx, performerId, { ...looks, ...offer }, { by: 'self', provenHash: null });
}

/** The same world some minutes ago. */
export function ago(ctx: Context, minutes: number): Context {
  const then = new Date(ctx.clock.now().getTime() - minutes * minute_ms);
  return { ...ctx, clock: { ...ctx.clock, now: () => then } };
}

/** A person of the cast as whoever she deals with sees her. */
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

/** The operator approves a performer and may feature her; guests look at her page. */
export async function open(ctx: Context, operatorId: string, person: CastPerformer, performerId: string): Promise<void> {
  await decidePerformer(ctx, actorOf(ctx, operatorId, 'operator'), here, performerId, { decision: 'approved' });
  if (person.isFeatured) await feature(ctx, performerId, true);
  for (let index = 0; index < person.views; index += 1) await viewPerformer(ctx, null, guest(index), performerId);
}

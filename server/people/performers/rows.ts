/** A performer's rows as the other files of the module read them, and the shapes that leave the host. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { PerformerCard, PerformerProfile } from '@contract/kernel/entities';
import { placeholders } from '@contract/kernel/conventions';
import type { Context } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { preparedSelect } from '../../platform/db/prepared';
import { accounts, files, performers, streamSessions } from '../../platform/db/schema/schema';
import { isFollowed, isSubscribed, type Moment, type ViewerId } from '../../entitlements/entitlements';
import { isLive, runsInPublic } from './live';
import { fileAnswer, pictureAddress } from '../../platform/media/files';
import { isShowable, type Viewer } from '../../platform/media/links';
import type { Offers } from '../../money/offers/offers';
import { isGone, leftName, nameOf } from '../../modules/people/people';
import { hasReacted } from '../../content/reactions/reactions';
import { flagAddress } from '../../platform/reference/reference';
import { ageBand, dayOf } from './age';

export type Card = z.output<typeof PerformerCard>;
export type Profile = z.output<typeof PerformerProfile>;

type SessionRow = typeof streamSessions.$inferSelect;

/** Accounts that are performers now: a profile may be left over from earlier. */
const ofPerformer = and(eq(accounts.id, performers.accountId), eq(accounts.isPerformer, true));

/** Each row has two pictures, and a table joined twice needs two names. */
const avatars = alias(files, 'avatars');
const covers = alias(files, 'covers');
const welcomes = alias(files, 'welcomes');

const cardColumns = {
  id: accounts.id,
  username: accounts.username,
  name: accounts.name,
  avatarId: accounts.avatarId,
  avatarBlur: avatars.blur,
  coverId: accounts.coverId,
  coverBlur: covers.blur,
  country: accounts.country,
  gender: accounts.gender,
  status: accounts.status,
  isOnline: accounts.isOnline,
  showOnline: accounts.showOnline,
  createdAt: accounts.createdAt,
  updatedAt: accounts.updatedAt,
  dateOfBirth: performers.dateOfBirth,
  verification: performers.verification,
  isFeatured: performers.isFeatured,
  isFreeSubscription: performers.isFreeSubscription,
  freeSubscriptionDays: performers.freeSubscriptionDays,
  monthlyPriceCents: performers.monthlyPriceCents,
  yearlyPriceCents: performers.yearlyPriceCents,
  views: performers.views,
  likes: performers.likes,
  followers: performers.followers,
  subscribers: performers.subscribers,
  totalFeeds: performers.totalFeeds,
  totalPhotos: performers.totalPhotos,
  totalVideos: performers.totalVideos,
  totalGalleries: performers.totalGalleries,
  totalProducts: performers.totalProducts,
  totalStream_s: performers.totalStream_s,
  commissionRate: performers.commissionRate,
  isLive: isLive(performers.accountId).as('is_live'),
};

/** The columns of a card as this viewer sees it; null for a guest. */
const cardColumnsFor = (moment: Moment, viewerId: ViewerId) => ({
  ...cardColumns,
  isFollowed: isFollowed(performers.accountId, viewerId).as('is_followed'),
  isSubscribed: isSubscribed(moment, performers.accountId, viewerId).as('is_subscribed'),
  isLiked: hasReacted(performers.accountId, viewerId, 'performer', 'like').as('is_liked'),
  isBookmarked: hasReacted(performers.accountId, viewerId, 'performer', 'bookmark').as('is_bookmarked'),
});

/** The rows of cards, to be narrowed with `where`. */
const selectCards = (db: Db, moment: Moment, viewerId: ViewerId) =>
  db
    .select(cardColumnsFor(moment, viewerId))
    .from(performers)
    .innerJoin(accounts, ofPerformer)
    .leftJoin(avatars, eq(avatars.id, accounts.avatarId))
    .leftJoin(covers, eq(covers.id, accounts.coverId))
    .$dynamic();
export type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

const now = sql`${sql.placeholder('now')}::timestamptz`;
const named = sql`${accounts.id} = any(${sql.placeholder('ids')}::uuid[])`;
const cardsForGuest = preparedSelect<{ ids: readonly string[] }, CardRow[]>('cards_for_guest', (db) =>
  selectCards(db, now, null).where(named),
);
const cardsForMember = preparedSelect<{ ids: readonly string[]; viewerId: string; now: string }, CardRow[]>('cards', (db) =>
  selectCards(db, now, sql.placeholder('viewerId')).where(named),
);

const profileColumns = {
  bio: performers.bio,
  languages: performers.languages,
  city: performers.city,
  height: performers.height,
  weight: performers.weight,
  bodyType: performers.bodyType,
  ethnicity: performers.ethnicity,
  size: performers.size,
  hair: performers.hair,
  eyes: performers.eyes,
  sexualOrientation: performers.sexualOrientation,
  messageAudience: performers.messageAudience,
  messagePriceCents: performers.messagePriceCents,
  activateWelcomeVideo: performers.activateWelcomeVideo,
  privateEnabled: performers.privateEnabled,
  privateMinuteCents: performers.privateMinuteCents,
  privateMinimumMinutes: performers.privateMinimumMinutes,
  session: getTableColumns(streamSessions),
  welcomeVideo: getTableColumns(welcomes),
};

/** The rows of public profiles. */
export const selectProfiles = (ctx: Context, viewerId: string | null) =>
  ctx.db
    .select({ ...cardColumnsFor(ctx, viewerId), ...profileColumns })
    .from(performers)
    .innerJoin(accounts, ofPerformer)
    .leftJoin(avatars, eq(avatars.id, accounts.avatarId))
    .leftJoin(covers, eq(covers.id, accounts.coverId))
    .leftJoin(streamSessions, and(eq(streamSessions.performerId, performers.accountId), runsInPublic(sql`${streamSessions}`)))
    .leftJoin(welcomes, eq(welcomes.id, performers.welcomeVideoId))
    .$dynamic();
export type ProfileRow = Awaited<ReturnType<typeof selectProfiles>>[number];

/** What a list shows of a performer. Who hides her presence is shown as offline. */
export function cardOf(ctx: Context, row: CardRow): Card {
  return {
    _id: row.id,
    username: row.username,
    name: nameOf(row),
    avatar: pictureAddress(ctx, row.avatarId, 'full') ?? placeholders.avatar,
    avatarBlur: row.avatarBlur,
    cover: pictureAddress(ctx, row.coverId, 'full'),
    coverBlur: row.coverBlur,
    country: row.country,
    gender: row.gender,
    age: ageBand(row.dateOfBirth, dayOf(ctx.clock.now())),
    isVerified: row.verification === 'approved',
    isFeatured: row.isFeatured,
    isOnline: row.isOnline && row.showOnline,
    isLive: row.isLive,
    isFreeSubscription: row.isFreeSubscription,
    freeSubscriptionDays: row.freeSubscriptionDays,
    monthlyPrice: row.monthlyPriceCents,
    yearlyPrice: row.yearlyPriceCents,
    commissionRate: row.commissionRate ?? ctx.settings.values().commissionRate,
    stats: {
      views: row.views,
      likes: row.likes,
      followers: row.followers,
      subscribers: row.subscribers,
      totalFeeds: row.totalFeeds,
      totalPhotos: row.totalPhotos,
      totalVideos: row.totalVideos,
      totalGalleries: row.totalGalleries,
      totalProducts: row.totalProducts,
      totalStreamSeconds: row.totalStream_s,
    },
    isFollowed: row.isFollowed,
    isSubscribed: row.isSubscribed,
    isLiked: row.isLiked,
    isBookmarked: row.isBookmarked,
  };
}

/** What is shown of a performer who has left, beside what was bought of her. */
const nobody = {
  ...{ username: null, name: leftName, avatarId: null, avatarBlur: null, coverId: null, coverBlur: null },
  ...{ country: null, gender: null, dateOfBirth: null, verification: 'none', isFeatured: false, isOnline: false },
} as const satisfies Partial<CardRow>;

/** Performers as lists show them to this viewer, by id; one query, and who does not exist is left out. */
export async function cardsById(ctx: Context, viewerId: string | null, ids: readonly string[]): Promise<Map<string, Card>> {
  if (ids.length === 0) return new Map();
  const rows = await (viewerId === null
    ? cardsForGuest(ctx.db, { ids })
    : cardsForMember(ctx.db, { ids, viewerId, now: ctx.clock.now().toISOString() }));
  return new Map(rows.map((row) => [row.id, cardOf(ctx, isGone(row) ? { ...row, ...nobody } : row)]));
}

/** The show that runs now, as a page tells it. */
const runningOf = ({ id, streamId, title, status, isFree, priceCents, liveAt, viewers }: SessionRow): Profile['stream'] => ({
  ...{ _id: streamId, sessionId: id, title, status, isFree, viewers },
  price: isFree ? null : priceCents,
  startedAt: liveAt,
});

/** Its owner sees the welcome video in every state; others once it can be played and is switched on. */
function welcomeOf(ctx: Context, { id, welcomeVideo, activateWelcomeVideo }: ProfileRow, reader: Viewer | null): Profile['welcomeVideo'] {
  if (welcomeVideo === null) return null;
  const isShown = reader?.id === id || (activateWelcomeVideo && isShowable(welcomeVideo));
  return isShown ? fileAnswer(ctx, welcomeVideo, reader) : null;
}

/** Whether her audience lets the viewer of the row write to her. */
const mayWriteTo = ({ messageAudience, isFollowed, isSubscribed }: ProfileRow): boolean =>
  ({ everyone: true, followers: isFollowed, subscribers: isSubscribed })[messageAudience];

/** What her page shows to this reader, with the offers on it. */
export function profileOf(ctx: Context, row: ProfileRow, offers: Offers, reader: Viewer | null): Profile {
  // Assigned, since a spread that so many fields follow costs a hundred times as much.
  return Object.assign(cardOf(ctx, row), offers, {
    height: row.height,
    weight: row.weight,
    bodyType: row.bodyType,
    ethnicity: row.ethnicity,
    size: row.size,
    hair: row.hair,
    eyes: row.eyes,
    sexualOrientation: row.sexualOrientation,
    bio: row.bio,
    languages: row.languages,
    city: row.city,
    countryFlag: row.country === null ? null : flagAddress(ctx.config, row.country),
    messageAudience: row.messageAudience,
    messagePrice: row.messagePriceCents,
    canMessage: reader !== null && reader.id !== row.id && mayWriteTo(row),
    welcomeVideo: welcomeOf(ctx, row, reader),
    activateWelcomeVideo: row.activateWelcomeVideo,
    privateEnabled: row.privateEnabled,
    privateMinutePrice: row.privateMinuteCents,
    privateMinimumMinutes: row.privateMinimumMinutes,
    stream: row.session && runningOf(row.session),
    createdAt: row.createdAt,
  });
}

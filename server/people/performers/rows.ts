/** Performer rows, and their API shapes. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { PerformerCard, PerformerProfile } from '@contract/kernel/entities';
import { placeholders } from '@contract/kernel/conventions';
import type { Context } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { preparedSelect } from '../../platform/db/prepared';
import { accounts } from '../../platform/db/schema/accounts';
import { files } from '../../platform/db/schema/files';
import { performers } from '../../platform/db/schema/performers';
import { streamSessions } from '../../platform/db/schema/streaming';
import { isFollowed, isSubscribed, type QueryTime, type ViewerId } from '../../content/entitlements/entitlements';
import { showPriceOf } from '../../content/entitlements/shows';
import { isLive, isPublicShowLive } from './live';
import { fileResponse, pictureUrl } from '../../platform/media/files';
import { isShowable, type Viewer } from '../../platform/media/links';
import { isDeletedOrDeleting, deletedAccountName, nameOf } from '../people/rows';
import { hasReacted } from '../../content/reactions/reactions';
import { flagUrl } from '../../platform/reference/reference';
import { ageBand, dayOf } from './age';

export type PerformerCardInfo = z.output<typeof PerformerCard>;
export type Profile = z.output<typeof PerformerProfile>;
/** The offers of the page for a viewer, and what the viewer already has. */
export type PageOffers = Pick<Profile, 'promotions' | 'isFreeSubscriptionUsed' | 'subscription'>;

type SessionRow = typeof streamSessions.$inferSelect;

/** Accounts that are performers now. A profile may be left over from an earlier role. */
const isPerformerAccount = and(eq(accounts.id, performers.accountId), eq(accounts.isPerformer, true));

/** Each row joins the files table for several images, so it needs aliases. */
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

/** The columns of a card for a viewer; null for a guest. */
const cardColumnsFor = (time: QueryTime, viewerId: ViewerId) => ({
  ...cardColumns,
  isFollowed: isFollowed(performers.accountId, viewerId).as('is_followed'),
  isSubscribed: isSubscribed(time, performers.accountId, viewerId).as('is_subscribed'),
  isLiked: hasReacted(performers.accountId, viewerId, 'performer', 'like').as('is_liked'),
  isBookmarked: hasReacted(performers.accountId, viewerId, 'performer', 'bookmark').as('is_bookmarked'),
});

/** The rows of cards, to be filtered with `where`. */
const selectCards = (db: Db, time: QueryTime, viewerId: ViewerId) =>
  db
    .select(cardColumnsFor(time, viewerId))
    .from(performers)
    .innerJoin(accounts, isPerformerAccount)
    .leftJoin(avatars, eq(avatars.id, accounts.avatarId))
    .leftJoin(covers, eq(covers.id, accounts.coverId))
    .$dynamic();
export type CardRow = Awaited<ReturnType<typeof selectCards>>[number];

const now = sql`${sql.placeholder('now')}::timestamptz`;
const hasId = sql`${accounts.id} = any(${sql.placeholder('ids')}::uuid[])`;
const cardsForGuest = preparedSelect<{ ids: readonly string[] }, CardRow[]>('cards_for_guest', (db) =>
  selectCards(db, now, null).where(hasId),
);
const cardsForMember = preparedSelect<{ ids: readonly string[]; viewerId: string; now: string }, CardRow[]>('cards', (db) =>
  selectCards(db, now, sql.placeholder('viewerId')).where(hasId),
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
    .innerJoin(accounts, isPerformerAccount)
    .leftJoin(avatars, eq(avatars.id, accounts.avatarId))
    .leftJoin(covers, eq(covers.id, accounts.coverId))
    .leftJoin(streamSessions, and(eq(streamSessions.performerId, performers.accountId), isPublicShowLive(sql`${streamSessions}`)))
    .leftJoin(welcomes, eq(welcomes.id, performers.welcomeVideoId))
    .$dynamic();
export type ProfileRow = Awaited<ReturnType<typeof selectProfiles>>[number];

/** A performer as shown in lists. Hidden presence is shown as offline. */
export function cardOf(ctx: Context, row: CardRow): PerformerCardInfo {
  return {
    _id: row.id,
    username: row.username,
    name: nameOf(row),
    avatar: pictureUrl(ctx, row.avatarId, 'full') ?? placeholders.avatar,
    avatarBlur: row.avatarBlur,
    cover: pictureUrl(ctx, row.coverId, 'full'),
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

/** Replaces the fields of a deleted performer, whose sold content stays with the buyers. */
const anonymous = {
  username: null,
  name: deletedAccountName,
  avatarId: null,
  avatarBlur: null,
  coverId: null,
  coverBlur: null,
  country: null,
  gender: null,
  dateOfBirth: null,
  verification: 'none',
  isFeatured: false,
  isOnline: false,
} as const satisfies Partial<CardRow>;

/** Performers as lists show them to a viewer, by id; one query. Unknown ids are left out. */
export async function cardsById(ctx: Context, viewerId: string | null, ids: readonly string[]): Promise<Map<string, PerformerCardInfo>> {
  if (ids.length === 0) return new Map();
  const rows = await (viewerId === null
    ? cardsForGuest(ctx.db, { ids })
    : cardsForMember(ctx.db, { ids, viewerId, now: ctx.clock.now().toISOString() }));
  return new Map(rows.map((row) => [row.id, cardOf(ctx, isDeletedOrDeleting(row) ? { ...row, ...anonymous } : row)]));
}

/** The current show of a page. */
const currentShowOf = ({ id, streamId, title, status, liveAt, viewers, ...session }: SessionRow): Profile['stream'] => ({
  _id: streamId,
  sessionId: id,
  title,
  status,
  viewers,
  ...showPriceOf(session),
  startedAt: liveAt,
});

/** The owner sees the welcome video in every state; others once it is playable and switched on. */
function welcomeOf(ctx: Context, { id, welcomeVideo, activateWelcomeVideo }: ProfileRow, viewer: Viewer | null): Profile['welcomeVideo'] {
  if (welcomeVideo === null) return null;
  const isShown = viewer?.id === id || (activateWelcomeVideo && isShowable(welcomeVideo));
  return isShown ? fileResponse(ctx, welcomeVideo, viewer) : null;
}

/** Whether the performer's message audience includes the viewer of the row. */
const mayWriteTo = ({ messageAudience, isFollowed, isSubscribed }: ProfileRow): boolean =>
  ({ everyone: true, followers: isFollowed, subscribers: isSubscribed })[messageAudience];

/** The public page for a viewer, with its offers. */
export function profileOf(ctx: Context, row: ProfileRow, offers: PageOffers, viewer: Viewer | null): Profile {
  // Object.assign, because a spread followed by so many fields is a hundred times slower.
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
    countryFlag: row.country === null ? null : flagUrl(ctx.config, row.country),
    messageAudience: row.messageAudience,
    messagePrice: row.messagePriceCents,
    canMessage: viewer !== null && viewer.id !== row.id && mayWriteTo(row),
    welcomeVideo: welcomeOf(ctx, row, viewer),
    activateWelcomeVideo: row.activateWelcomeVideo,
    privateEnabled: row.privateEnabled,
    privateMinutePrice: row.privateMinuteCents,
    privateMinimumMinutes: row.privateMinimumMinutes,
    stream: row.session && currentShowOf(row.session),
    createdAt: row.createdAt,
  });
}

/** Accounts, as others, their own people and operators see them. */
import { z } from 'zod';
import { File } from './files';
import { OwnSubscription, Promotion } from './offers';
import { allHelperRights } from '../delegate-rights';
import { allRights } from '../rights';
import { Amount, Country, Day, Id, Instant } from '../shapes';
import { accountStatuses, documentTypes, messageAudiences, payoutMethods, roles, streamStatuses, verifications } from '../../values';

export const Person = z.object({
  _id: Id,
  username: z.string().nullable(),
  name: z.string(),
  avatar: z.string(),
  isPerformer: z.boolean(),
  isVerified: z.boolean(),
  isOnline: z.boolean(),
});

export const Privacy = z.object({
  showOnline: z.boolean(),
  /** Whether others learn that she has read what they wrote, and that she is writing. */
  readReceipts: z.boolean(),
  typing: z.boolean(),
});

const Attributes = z.object({
  gender: z.string().nullable(),
  height: z.string().nullable(),
  weight: z.string().nullable(),
  bodyType: z.string().nullable(),
  ethnicity: z.string().nullable(),
  size: z.string().nullable(),
  hair: z.string().nullable(),
  eyes: z.string().nullable(),
  sexualOrientation: z.string().nullable(),
});

export const PerformerCard = z.object({
  _id: Id,
  username: z.string().nullable(),
  name: z.string(),
  avatar: z.string(),
  /** A picture of a few bytes as a data address, shown until the real one has loaded. */
  avatarBlur: z.string().nullable(),
  cover: z.string().nullable(),
  /** As `avatarBlur`. */
  coverBlur: z.string().nullable(),
  country: z.string().nullable(),
  gender: z.string().nullable(),
  age: z.string().nullable(),
  isVerified: z.boolean(),
  isFeatured: z.boolean(),
  isOnline: z.boolean(),
  /** A public show of hers runs now. */
  isLive: z.boolean(),
  isFreeSubscription: z.boolean(),
  freeSubscriptionDays: z.number(),
  monthlyPrice: Amount,
  yearlyPrice: Amount,
  /** The site's share of what she sells. */
  commissionRate: z.number(),
  stats: z.object({
    views: z.number(),
    likes: z.number(),
    followers: z.number(),
    subscribers: z.number(),
    totalFeeds: z.number(),
    totalPhotos: z.number(),
    totalVideos: z.number(),
    totalGalleries: z.number(),
    totalProducts: z.number(),
    totalStreamSeconds: z.number(),
  }),
  isFollowed: z.boolean(),
  /** Whether whoever asks has access as a subscriber now. */
  isSubscribed: z.boolean(),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
});

/** The show that runs now, as far as badges and the way in need it. */
const RunningStream = z.object({
  _id: Id,
  sessionId: Id,
  title: z.string(),
  status: z.enum(streamStatuses),
  isFree: z.boolean(),
  price: Amount.nullable(),
  startedAt: Instant.nullable(),
  viewers: z.number(),
});

export const PerformerProfile = PerformerCard.extend({
  ...Attributes.shape,
  bio: z.string(),
  languages: z.array(z.string()),
  city: z.string().nullable(),
  /** Where the flag of her country is: pages show it without the list of all countries. */
  countryFlag: z.string().nullable(),
  messageAudience: z.enum(messageAudiences),
  messagePrice: Amount,
  /** Whether whoever asks may write to her now; false for guests and for herself. */
  canMessage: z.boolean(),
  /** Greets who comes for the first time, when it is ready and switched on; its owner sees it always. */
  welcomeVideo: File.nullable(),
  activateWelcomeVideo: z.boolean(),
  promotions: z.array(Promotion),
  /** Whether she takes requests for private shows, what a minute costs, and how many minutes a fan has to have tokens for. */
  privateEnabled: z.boolean(),
  privateMinutePrice: Amount,
  privateMinimumMinutes: z.number(),
  stream: RunningStream.nullable(),
  /** Whether whoever asks has had the free period before. */
  isFreeSubscriptionUsed: z.boolean(),
  /** The subscription of whoever asks, unless it has ended. */
  subscription: OwnSubscription.nullable(),
  createdAt: Instant,
});

export const PayoutMethods = z.object({
  banking: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      bankName: z.string(),
      country: Country,
      /** The end of the account number or IBAN: four signs, fewer of a short one. */
      last4: z.string(),
    })
    .nullable(),
  paypal: z.object({ email: z.string() }).nullable(),
  /** The account at the gateway; ready once the gateway will pay to it. */
  stripe: z.object({ isReady: z.boolean() }).nullable(),
  preferred: z.enum(payoutMethods).nullable(),
});

/** What only the performer herself and operators see. */
export const PerformerPrivate = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: Day.nullable(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  verification: z.enum(verifications),
  verificationNote: z.string().nullable(),
  documents: z.array(z.object({ type: z.enum(documentTypes), file: File })),
  blockedCountries: z.array(Country),
  payoutMethods: PayoutMethods,
});

/** A profile as its owner and operators see it. */
export const OwnPerformerProfile = PerformerProfile.extend(PerformerPrivate.shape);

/** What every account knows of itself. */
const Account = z.object({
  _id: Id,
  avatar: z.string(),
  cover: z.string().nullable(),
  name: z.string(),
  email: z.string().nullable(),
  balance: Amount,
  username: z.string().nullable(),
  role: z.enum(roles),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  gender: z.string().nullable(),
  country: z.string().nullable(),
  locale: z.string().nullable(),
  status: z.enum(accountStatuses),
  isEmailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  googleConnected: z.boolean(),
  twitterConnected: z.boolean(),
  hasPassword: z.boolean(),
  hasTwoFactor: z.boolean(),
  privacy: Privacy,
  /** Most that a fan lets herself spend in a calendar month (UTC), or null. */
  monthlySpendingLimit: Amount.nullable(),
  /** Tips above this ask once more, or null. */
  confirmTipAbove: Amount.nullable(),
  stats: z.object({ following: z.number(), subscriptions: z.number() }),
  createdAt: Instant,
  updatedAt: Instant,
});
/** What an operator may do; empty for everybody else. */
const Rights = z.array(z.enum(allRights));
/** How many conversations and notifications hold something unread, counted up to `unreadCountedMax`. */
const Unread = z.object({ conversations: z.number(), notifications: z.number() });
/** What only the own person is told. */
const Own = {
  /** The site demands a second step of her, and she has none yet: until then she can do nothing else. */
  owesSecondStep: z.boolean(),
  /** When the account is erased for good, where she asked for that. */
  deletesAt: Instant.nullable(),
  /** Whom she helps: by what begins her work for each, and the performer's name. */
  helps: z.array(z.object({ _id: Id, name: z.string() })),
  /** Who works in this session for the account, and what she may do; null when it is the account's own person. */
  helper: z.object({ person: Person, rights: z.array(z.enum(allHelperRights)) }).nullable(),
};
const FanAccount = Account.extend({
  ...Own,
  isPerformer: z.literal(false),
  rights: Rights,
  unread: Unread,
  /** What the wallet has to hold for its next renewal; null when it pays for none. */
  nextWalletRenewal: Amount.nullable(),
});
const PerformerAccount = OwnPerformerProfile.extend(Account.shape).extend({
  ...Own,
  isPerformer: z.literal(true),
  rights: Rights,
  unread: Unread,
  stats: PerformerCard.shape.stats.extend(Account.shape.stats.shape),
});

/** The signed-in account; a performer's adds her profile with its private part. */
export const CurrentUser = z.discriminatedUnion('isPerformer', [FanAccount, PerformerAccount]);

export const SessionInfo = z.object({
  _id: Id,
  device: z.string(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  createdAt: Instant,
  lastUsedAt: Instant,
  isCurrent: z.boolean(),
});

export const Block = z.object({ _id: Id, target: Person, reason: z.string().nullable(), createdAt: Instant });

/** An account as operators see it in a list. */
export const AdminUser = Account.extend({
  isPerformer: z.boolean(),
  suspension: z.object({ reason: z.string(), at: Instant }).nullable(),
  /** When it is erased, where its person asked for that. */
  deletesAt: Instant.nullable(),
  verification: z.enum(verifications).nullable(),
  lastSeenAt: Instant.nullable(),
});
export const AdminUserDetail = AdminUser.extend({ sessions: z.array(SessionInfo) });
export const AdminPerformer = OwnPerformerProfile.extend({
  status: z.enum(accountStatuses),
  /** Days until their sales can be paid out; null is the site's own number. */
  clearingDays: z.number().nullable(),
  updatedAt: Instant,
});

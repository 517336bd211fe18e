/** Accounts as other people, their owners and operators see them. */
import * as z from 'zod';
import { File } from './files';
import { OwnSubscription, Promotion } from './offers';
import { allDelegateRights } from '../delegate-rights';
import { allRights } from '../rights';
import { Amount, Country, Day, Id, Instant } from '../shapes';
import { audiences } from '../values/content';
import { streamStatuses } from '../values/live';
import { messageAudiences } from '../values/messages';
import { payoutMethods } from '../values/money';
import { accountStatuses, documentTypes, roles, verifications } from '../values/people';

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
  /** Whether others see read receipts and typing indicators of this account. */
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
  /** A preview of a few bytes as a data URL, shown until the image has loaded. */
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
  /** The performer has a public show that is live. */
  isLive: z.boolean(),
  isFreeSubscription: z.boolean(),
  freeSubscriptionDays: z.number(),
  monthlyPrice: Amount,
  yearlyPrice: Amount,
  /** The site's share of the performer's sales. */
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
  /** Whether the viewer has access as a subscriber now. */
  isSubscribed: z.boolean(),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
});

/** The current show: only what badges and the link to it need. */
const RunningStream = z.object({
  _id: Id,
  sessionId: Id,
  title: z.string(),
  status: z.enum(streamStatuses),
  audience: z.enum(audiences),
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
  /** URL of the country's flag, so that pages do not need the list of all countries. */
  countryFlag: z.string().nullable(),
  messageAudience: z.enum(messageAudiences),
  messagePrice: Amount,
  /** Whether the viewer may message the performer now; false for guests and for the performer. */
  canMessage: z.boolean(),
  /** Shown on a viewer's first visit, if it is ready and switched on. Its owner always sees it. */
  welcomeVideo: File.nullable(),
  activateWelcomeVideo: z.boolean(),
  promotions: z.array(Promotion),
  /** Whether the performer accepts private shows, the price of a minute, and the number of minutes that the fan's balance must cover. */
  privateEnabled: z.boolean(),
  privateMinutePrice: Amount,
  privateMinimumMinutes: z.number(),
  stream: RunningStream.nullable(),
  /** Whether the viewer has used the free trial before. */
  isFreeSubscriptionUsed: z.boolean(),
  /** The viewer's subscription, unless it has ended. */
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
      /** The end of the account number or IBAN: four characters, fewer if it is short. */
      last4: z.string(),
    })
    .nullable(),
  paypal: z.object({ email: z.string() }).nullable(),
  /** The account at the gateway; ready once the gateway accepts payouts to it. */
  stripe: z.object({ isReady: z.boolean() }).nullable(),
  preferred: z.enum(payoutMethods).nullable(),
});

/** What only the performer and operators see. */
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

/** What every account's owner sees of it. */
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
  /** The fan's own spending limit for a calendar month (UTC), or null. */
  monthlySpendingLimit: Amount.nullable(),
  /** Tips above this amount ask for confirmation, or null. */
  confirmTipAbove: Amount.nullable(),
  stats: z.object({ following: z.number(), subscriptions: z.number() }),
  createdAt: Instant,
  updatedAt: Instant,
});
/** An operator's rights; empty for other roles. */
const Rights = z.array(z.enum(allRights));
/** The numbers of unread conversations and notifications, counted up to `unreadCountedMax`. */
const Unread = z.object({ conversations: z.number(), notifications: z.number() });
/** What only the account's owner sees. */
const ownerFields = {
  /** The current or pending email address that bounces; null while mail arrives. */
  undeliverableEmail: z.string().nullable(),
  /** The site requires two-factor sign-in of this operator, and it is not set up yet. Until then they can do nothing else. */
  owesSecondStep: z.boolean(),
  /** When the account is permanently deleted, if its owner requested that. */
  deletesAt: Instant.nullable(),
  /** The performers that this account acts for. `_id` is the delegation's id, which starts a session for it. */
  helps: z.array(z.object({ _id: Id, name: z.string() })),
  /** The delegate who acts for the account in this session, with their rights; null in the owner's own session. */
  helper: z.object({ person: Person, rights: z.array(z.enum(allDelegateRights)) }).nullable(),
};
const FanAccount = Account.extend({
  ...ownerFields,
  isPerformer: z.literal(false),
  rights: Rights,
  unread: Unread,
  /** The balance that the next renewal from the wallet needs; null when the wallet pays for none. */
  nextWalletRenewal: Amount.nullable(),
});
const PerformerAccount = OwnPerformerProfile.extend(Account.shape).extend({
  ...ownerFields,
  isPerformer: z.literal(true),
  rights: Rights,
  unread: Unread,
  stats: PerformerCard.shape.stats.extend(Account.shape.stats.shape),
});

/** The signed-in account; a performer's adds the profile with its private part. */
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
  /** When it is permanently deleted, if its owner requested that. */
  deletesAt: Instant.nullable(),
  verification: z.enum(verifications).nullable(),
  lastSeenAt: Instant.nullable(),
});
export const AdminUserDetail = AdminUser.extend({ sessions: z.array(SessionInfo) });
export const AdminPerformer = OwnPerformerProfile.extend({
  status: z.enum(accountStatuses),
  /** Days until their sales can be paid out; null means the site's setting. */
  clearingDays: z.number().nullable(),
  updatedAt: Instant,
});

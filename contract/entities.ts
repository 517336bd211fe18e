/** The things that answers are made of. Each shape lists all that may leave the host: an answer drops what is not here. */
import { z } from 'zod';
import { OwnSubscription, Promotion } from './offers';
import { allRights } from './rights';
import { Amount, Country, Day, Id, Instant, Language } from './shapes';
import { settingDefaults, settingRules, type SettingKey } from './settings';
import {
  accountStatuses,
  documentTypes,
  fileStatuses,
  fileTypes,
  menuSections,
  messageAudiences,
  payoutMethods,
  postStatuses,
  postTypes,
  promoPositions,
  roles,
  secondSteps,
  sourceTypes,
  streamStatuses,
  verifications,
  wordMatches,
} from './values';

export const File = z.object({
  _id: Id,
  type: z.enum(fileTypes),
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  status: z.enum(fileStatuses),
  /** Percent. */
  progress: z.number(),
  failure: z.string().nullable(),
  /** The best single rendition, where it may be opened. */
  url: z.string().nullable(),
  thumbnails: z.array(z.string()),
  thumbnailUrl: z.string().nullable(),
  /** A picture of a few bytes as a data address, without detail: for those who may not see the file, too. */
  blur: z.string().nullable(),
  /** For players, the best choice first; from the first playable rendition on, while the others are still being made. */
  sources: z.array(z.object({ type: z.enum(sourceTypes), url: z.string(), height: z.number().nullable() })),
  /** Moments of a video, of which its owner may make the thumbnail; none for others. */
  frames: z.array(z.object({ frame: z.number(), url: z.string() })),
  /** Where the file is saved from; null where it may not be. */
  downloadUrl: z.string().nullable(),
  createdAt: Instant,
});

export const Session = z.object({ token: z.string(), expiresAt: Instant });
/** A sign-in that waits for its second step, with the ways in which it can be given. */
export const Challenge = z.object({ ticket: z.string(), methods: z.array(z.enum(secondSteps)), expiresAt: Instant });
/** What a first step brings: a session, or with 202 what is still to be given. */
export const SignedIn = z.union([Session, Challenge]);

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
/** How many conversations and notifications hold something unread. */
const Unread = z.object({ conversations: z.number(), notifications: z.number() });
/** What only the own person is told. */
const Own = {
  /** The site demands a second step of her, and she has none yet: until then she can do nothing else. */
  owesSecondStep: z.boolean(),
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

export const Menu = z.object({
  _id: Id,
  title: z.string(),
  path: z.string(),
  isInternal: z.boolean(),
  isNewTab: z.boolean(),
  section: z.enum(menuSections),
  help: z.string().nullable(),
  ordering: z.number(),
});
/** A word that nobody may write where others read it. */
export const WordFilter = z.object({ text: z.string(), match: z.enum(wordMatches) });

/** An entry as operators see it: `isBroken` when it leads to nothing on this site. */
export const AdminMenu = Menu.extend({ isBroken: z.boolean() });

const schemaOf = {
  text: z.string(),
  'long-text': z.string(),
  number: z.number(),
  amount: z.number(),
  switch: z.boolean(),
  choice: z.string(),
  instant: z.string().nullable(),
  image: z.string(),
  colour: z.string(),
};
type SchemaOf<K extends SettingKey> = (typeof schemaOf)[(typeof settingRules)[K]['type']];
type PublicKey = { [K in SettingKey]: (typeof settingRules)[K]['visibility'] extends 'public' ? K : never }[SettingKey];

const publicShape = Object.fromEntries(
  Object.entries(settingRules)
    .filter(([, rule]) => rule.visibility === 'public')
    .map(([key, rule]) => [key, schemaOf[rule.type]]),
) as { [K in PublicKey]: SchemaOf<K> };

/** What every visitor knows of the site; derived from the table of settings. */
export const Settings = z.object({
  ...publicShape,
  menus: z.array(Menu),
  /** True while no payment gateway has keys: no real money moves. */
  isSandbox: z.boolean(),
  /** What browsers subscribe to push messages with. */
  webPushPublicKey: z.string(),
  /** Where browsers find LiveKit; empty without keys for it. */
  livekitUrl: z.string(),
});
export type PublicSettings = z.input<typeof Settings>;
/** The public part of a new site's settings. */
export const defaultPublicSettings = Settings.parse({
  ...settingDefaults,
  menus: [],
  isSandbox: true,
  webPushPublicKey: '',
  livekitUrl: '',
});

export const Post = z.object({
  _id: Id,
  slug: z.string(),
  type: z.enum(postTypes),
  title: z.string(),
  shortDescription: z.string(),
  ordering: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});
export const PostWithContent = Post.extend({ content: z.string() });
export const AdminPost = Post.extend({ status: z.enum(postStatuses) });
export const AdminPostWithContent = AdminPost.extend({ content: z.string() });

export const SitePromo = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  link: z.string().nullable(),
  position: z.enum(promoPositions),
  image: File,
  ordering: z.number(),
  createdAt: Instant,
  updatedAt: Instant,
});

export const CountryEntry = z.object({
  name: z.string(),
  code: Country,
  capital: z.string(),
  region: z.string(),
  currency: z.object({ code: z.string(), name: z.string(), symbol: z.string() }),
  language: z.object({ code: z.string(), name: z.string() }),
  flag: z.string(),
  demonym: z.string().nullable(),
});
export const LanguageEntry = z.object({ code: Language, name: z.string(), nativeName: z.string() });
export const PhoneCode = z.object({ name: z.string(), countryCode: Country, code: z.string() });
export const OptionEntry = z.object({ value: z.string(), label: z.string() });

/** An account as operators see it in a list. */
export const AdminUser = Account.extend({
  isPerformer: z.boolean(),
  suspension: z.object({ reason: z.string(), at: Instant }).nullable(),
  verification: z.enum(verifications).nullable(),
  lastSeenAt: Instant.nullable(),
});
export const AdminUserDetail = AdminUser.extend({ sessions: z.array(SessionInfo) });
export const AdminPerformer = OwnPerformerProfile.extend({ status: z.enum(accountStatuses), updatedAt: Instant });

export const AdminSetting = z.object({
  key: z.string(),
  label: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  type: z.string(),
  group: z.string(),
  isPublic: z.boolean(),
  isFixed: z.boolean(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  options: z.array(z.string()),
});

export const Mail = z.object({
  _id: Id,
  to: z.string(),
  template: z.string(),
  subject: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  createdAt: Instant,
});
export const MailWithContent = Mail.extend({ text: z.string(), html: z.string() });

/** Every limit that more than one place must know. Plain values: the browser imports this file. Units stand last in the names. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

export const limits = {
  username: { lengthMin: 3, lengthMax: 30, pattern: '^[a-z0-9._-]+$' },
  password: { lengthMin: 8, lengthMax: 128 },
  emailLengthMax: 254,
  nameLengthMax: 60,
  bioLengthMax: 5000,
  reasonLengthMax: 300,
  contactMessage: { lengthMin: 20, lengthMax: 2000 },
  searchLengthMax: 100,
  languagesMax: 10,
  countriesMax: 250,
  settingKeysMax: 50,
  menusMax: 60,
  performerAgeMin_years: 18,
  freeSubscriptionDays: { min: 1, max: 30 },
  /** Days that a period lasts. */
  period_days: { monthly: 30, yearly: 365 },
  /** A renewal is told of this long before. */
  renewalNotice_days: 3,
  /** A failed renewal is tried again after so many days each; access is kept meanwhile. */
  renewalRetries_days: [1, 3, 5],
  promotionShare: { min: 0.05, max: 0.9 },
  promotionsMax: 20,
  cardsMax: 10,
  tipTextLengthMax: 200,
  /** Tips offered at one tap, as far as the settings allow them. */
  tipPresets: [10, 20, 50, 100],
  topUpPresets: [10, 25, 50, 100],
  couponCode: { lengthMin: 3, lengthMax: 30 },
  couponShare: { min: 0.01, max: 1 },
  packageTokensMax: 1_000_000,
  payoutNoteLengthMax: 500,
  commissionRate: { min: 0, max: 0.99 },
  /** Most that any one amount may be. */
  amountMax: 1_000_000,
  idempotencyKept_s: 2 * day,
  /** A payment that its person never confirmed at her bank is given up after this long. */
  confirmation_s: hour,
  messagePriceMax: 1000,
  /** Matches of a list are counted up to `countedMax`, and of what guests search up to `countedInSearchMax`: more costs more than it tells. */
  page: { limitDefault: 10, limitMax: 100, offsetMax: 10_000, countedMax: 10_000, countedInSearchMax: 1_000 },
  randomPerformers: { default: 12, max: 50 },
  body_bytes: 1_048_576,
  bodyDepthMax: 12,
  headerIdempotencyLengthMax: 255,
  imagePixelsMax: 50_000_000,
  upload_bytes: { image: 10 * 1_048_576, document: 10 * 1_048_576 },
  /** All files of one account together. */
  quota_bytes: 20 * 1024 * 1_048_576,
  unattachedFileKept_s: day,
  socketFrame_bytes: 65_536,
  socketEventsPerSecond: 20,
  socketsPerAccount: 10,
  sessionsPerAccount: 50,
  socketLogin_ms: 10_000,
  presenceGrace_ms: 30_000,
  mediaLink_s: 10 * minute,
  session: { remembered_s: 365 * day, short_s: day },
  socialCookie_s: day,
  socialAttempt_s: 15 * minute,
  verifyEmailLink_s: day,
  resetPasswordLink_s: hour,
  reauthentication_s: 10 * minute,
  resend_s: minute,
  usernameHeld_s: day,
  undo_s: 8,
  toast_ms: 5000,
} as const;

/** Allowances: `points` calls in `duration_s`, counted per account (guests: per address) unless `by` says otherwise. */
export const rates = {
  general: { points: 300, duration_s: minute },
  signInName: { points: 10, duration_s: 15 * minute },
  signInAddress: { points: 30, duration_s: 15 * minute },
  register: { points: 5, duration_s: hour },
  forgot: { points: 5, duration_s: hour },
  verification: { points: 5, duration_s: hour },
  contact: { points: 5, duration_s: hour },
  addressChange: { points: 5, duration_s: day },
  search: { points: 60, duration_s: minute },
  charge: { points: 60, duration_s: minute },
  upload: { points: 300, duration_s: day },
} as const;
export type RateName = keyof typeof rates;

/** How the browser fetches data: no retry on error, 2 s de-duplication, 5 s focus throttle. */
export const fetching = { shouldRetryOnError: false, dedupingInterval: 2000, focusThrottleInterval: 5000 } as const;

/** How the socket comes back: for ever, 1 s up to 10 s apart, websocket before polling. */
export const reconnection = { attempts: Infinity, delay_ms: 1000, delayMax_ms: 10_000, transports: ['websocket', 'polling'] } as const;

/** Names of cookies and headers that site and host agree on. */
export const cookies = { session: 'token', media: 'media', theme: 'theme', textSize: 'textSize' } as const;
export const socialCookies = ['oauthToken', 'oauthTokenSecret', 'twCallbackUrl', 'role'] as const;
export const headers = {
  clientAddress: 'x-client-ip',
  clientProof: 'x-client-proof',
  requestId: 'x-request-id',
  idempotencyKey: 'idempotency-key',
} as const;
/** What the key that proves a client's address is derived with. */
export const clientProofLabel = 'footlight client address';

export const tableDefaults = { current: 1, pageSize: 10, sortBy: 'updatedAt', sort: 'desc' } as const;
export const defaultSubscriptionType = 'monthly';

/** Where pictures are missing. Paths on the site itself. */
export const placeholders = {
  avatar: '/images/avatar.svg',
  cover: '/images/cover.svg',
  leaf: '/images/leaf.svg',
  favicon: '/favicon.ico',
} as const;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** First path segments that may never be a username: what the site or the host serves, and what impostors would like. */
export const reservedSegments = {
  pages: words(
    'auth home user creator explore search live show post video gallery product cart checkout payment orders wallet subscriptions following bookmarks purchases notifications messages admin page contact offline',
  ),
  host: words(
    'addresses auth block cities comments contact conversations countries coupons files follows languages mass-messages messages orders package payment payment-cards payout-requests performer performer-assets performers phone-codes posts re-captcha reactions reports search settings site-promo states streaming stripe subscriptions uploads user user-additional users wallet webhooks',
  ),
  system: words(
    '_next _app _error .well-known api app assets cdn docs events favicon.ico files health images index manifest.webmanifest media metrics openapi.json public ready robots.txt sitemap.xml socket.io static status sw.js whip whep www 403 404 451 500 503 null undefined',
  ),
  kept: words(
    'about account blocked blog create discover export footlight galleries geo help join legal login logout maintenance me moderator operator operators owner pages performers privacy products profile register root sales security shop signin signup site staff store studio support system tags team terms videos',
  ),
} as const;

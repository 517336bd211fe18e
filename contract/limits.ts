/** Every limit that more than one place must know. Plain values: the browser imports this file. Units stand last in the names. */

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const megabyte = 1_048_576;

export const limits = {
  username: { lengthMin: 3, lengthMax: 30, pattern: '^[a-z0-9._-]+$' },
  password: { lengthMin: 8, lengthMax: 128 },
  emailLengthMax: 254,
  nameLengthMax: 60,
  bioLengthMax: 5000,
  reasonLengthMax: 300,
  contactMessage: { lengthMin: 20, lengthMax: 2000 },
  reportTextLengthMax: 1000,
  /** What a report keeps of files is kept so long after it was decided. */
  evidenceKept_s: 180 * day,
  /** So much of a reported chat is kept. */
  evidenceLinesMax: 30,
  searchLengthMax: 100,
  /** A place in a list names the last row's value: a title of 150 characters has up to four bytes each, and grows when it is written down. */
  cursorLengthMax: 1200,
  languagesMax: 10,
  countriesMax: 250,
  settingKeysMax: 50,
  menusMax: 60,
  wordFilter: { wordsMax: 500, lengthMax: 60 },
  menu: { titleLengthMax: 60, pathLengthMax: 500, helpLengthMax: 200 },
  sitePage: { slugLengthMax: 100, titleLengthMax: 150, descriptionLengthMax: 300, contentLengthMax: 100_000, orderingMax: 10_000 },
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
  /** What an item may cost, in tokens. */
  itemPrice: { min: 0.5, max: 10_000 },
  itemTitleLengthMax: 150,
  feedTextLengthMax: 5000,
  /** So much of a text is shown of an item that is locked. */
  lockedTextLengthMax: 120,
  itemDescriptionLengthMax: 5000,
  tagLengthMax: 30,
  tagsMax: 10,
  feedFilesMax: 12,
  /** What a picture shows, for those who do not see it. */
  altTextLengthMax: 500,
  /** So many moments of a video are offered as its thumbnail. */
  videoFrames: 3,
  pinnedFeedsMax: 3,
  galleryPhotosMax: 500,
  participantsMax: 10,
  productImagesMax: 10,
  stockMax: 1_000_000,
  /** So few pieces left are told to buyer and seller. */
  lowStock: 3,
  deliveryNoteLengthMax: 300,
  /** Pieces of one thing in one order, and things in one cart. */
  quantityMax: 99,
  cartLinesMax: 20,
  addressBookMax: 10,
  addressPartLengthMax: 100,
  addressNoteLengthMax: 300,
  zipCode: { lengthMin: 2, lengthMax: 10 },
  orderNoteLengthMax: 500,
  /** So much may become of an order before it must move on. */
  orderEventsMax: 50,
  shippingCodeLengthMax: 64,
  pollQuestionLengthMax: 200,
  pollOptionLengthMax: 100,
  pollOptions: { min: 2, max: 10 },
  /** Items that are listed or taken down in one transaction when their time has come. */
  relistedAtOnce: 200,
  /** How long a poll may last: from an hour to sixty days, a week unless it says otherwise. */
  poll_s: { min: hour, max: 60 * day, standard: 7 * day },
  commentLengthMax: 500,
  keywordLengthMax: 100,
  /** Words of a search that count, and how many known words a part of one, or one with a typing error, may mean. */
  typed: { words: 8, parts: 10, similar: 3 },
  /** Addresses that search engines are told of in one answer, and in one list of one kind. */
  addressesAtOnce: 1_000,
  addressesMax: 50_000,
  /** A search is shown to others once so many people have made it. */
  keywordPeopleMin: 5,
  commissionRate: { min: 0, max: 0.99 },
  /** Most that any one amount may be. */
  amountMax: 1_000_000,
  idempotencyKept_s: 2 * day,
  /** A payment that its person never confirmed at her bank is given up after this long. */
  confirmation_s: hour,
  messagePriceMin: 1,
  messagePriceMax: 1000,
  messageTextLengthMax: 2000,
  messageFilesMax: 6,
  /** The highest place that a message of a conversation can have: what the column holds. */
  messageSeqMax: 2_147_483_647,
  /** Messages that a conversation opens with, and that are read at once on the way up. */
  messagesPage: 25,
  clientKeyLengthMax: 64,
  /** So much of the last message stands in the list of conversations, and of one that is answered. */
  lastTextLengthMax: 80,
  /** Somebody who types says so this often at most, and is taken to have stopped after so long without a word. */
  typingEvery_ms: 3000,
  typingEnds_ms: 6000,
  /** People whose presence one screen may watch. */
  watchedMax: 100,
  stream: {
    titleLengthMax: 100,
    descriptionLengthMax: 500,
    price: { min: 1, max: 1000 },
    /** A show whose performer's picture stays away so long has ended. */
    lostAfter_s: minute,
    /** What lets somebody into a room of pictures is good for so long. */
    credentials_s: hour,
    viewersEvery_ms: 2000,
    tipMenuMax: 30,
    menuTitleLengthMax: 60,
    goalTitleLengthMax: 100,
    /** What a browser and an engine tell each other about a connection. */
    sdp_bytes: 65_536,
  },
  streamChat: {
    nameLengthMax: 100,
    textLengthMax: 300,
    slowMode_s_max: 120,
    wordsMax: 200,
    wordLengthMax: 50,
    moderatorsMax: 20,
    /** Messages that whoever comes finds in the chat. */
    joinedWith: 50,
    /** Messages of a show leave together, so often. */
    batch_ms: 100,
    mute_s_max: 365 * day,
  },
  privateShow: {
    minutePrice: { min: 0.5, max: 100 },
    minimumMinutes: { min: 1, max: 60 },
    noteLengthMax: 300,
    /** An unanswered request lapses after this long; an accepted one ends when the two do not meet for as long. */
    lapses_s: minute,
    /** So many minutes before the balance ends both are told. */
    warning_min: 2,
  },
  listsMax: 50,
  listFansMax: 1000,
  fanNoteLengthMax: 2000,
  operatorNoteLengthMax: 2000,
  appeal: { lengthMin: 20, lengthMax: 2000 },
  apiKeysMax: 100,
  webhooksMax: 20,
  webhookUrlLengthMax: 1000,
  /** A message to another program is tried for so long, and kept for so long. */
  webhookTried_s: day,
  webhookKept_s: 30 * day,
  /** So much of why a job failed is shown. */
  jobFailureLengthMax: 300,
  /** Fans who get a message to many in one transaction. */
  massAtOnce: 200,
  /** What was not seen by then is mailed. */
  notificationMail_s: 5 * minute,
  notificationsKept_s: 90 * day,
  pushDevicesMax: 10,
  pushEndpointLengthMax: 1000,
  /**
   * Matches of a list are counted up to `countedMax`, of what guests search up to `countedInSearchMax`, and conversations and
   * words in one up to `countedInTalksMax`: more costs more than it tells.
   */
  page: { limitDefault: 10, limitMax: 100, offsetMax: 10_000, countedMax: 10_000, countedInSearchMax: 1_000, countedInTalksMax: 100 },
  randomPerformers: { default: 12, max: 50 },
  body_bytes: 1_048_576,
  bodyDepthMax: 12,
  headerIdempotencyLengthMax: 255,
  imagePixelsMax: 50_000_000,
  upload_bytes: {
    image: 10 * megabyte,
    document: 10 * megabyte,
    audio: 100 * megabyte,
    teaser: 200 * megabyte,
    'welcome-video': 200 * megabyte,
    video: 2048 * megabyte,
    digital: 1024 * megabyte,
  },
  /** How long sounds and videos may last. */
  media_s: { audio: hour, teaser: 5 * minute, 'welcome-video': 5 * minute, video: 4 * hour },
  /** The longer side of a video, and all of one picture of it. */
  videoSideMax_px: 4096,
  videoPixelsMax: 4096 * 2304,
  /** Most that one request of an upload in pieces carries. */
  uploadPiece_bytes: 8 * megabyte,
  /** An upload in pieces that nothing has taken is forgotten after this long. */
  uploadKept_s: day,
  /** Uploads in pieces that one account may have open. */
  uploadsOpenMax: 20,
  /** All files of one account together. */
  quota_bytes: 20 * 1024 * 1_048_576,
  unattachedFileKept_s: day,
  /** An archive of somebody's data can be fetched for so long. */
  exportKept_s: 7 * day,
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
  /** An invitation to the team. */
  teamInvitation_s: 7 * 86_400,
  /** Members and invitations together. */
  teamMax: 200,
  verifyEmailLink_s: day,
  resetPasswordLink_s: hour,
  reauthentication_s: 10 * minute,
  resend_s: minute,
  passkeys: {
    max: 10,
    /** A device is waited for so long. */
    answer_s: 5 * minute,
    /** Longest of the values in a device's answer. */
    answerLengthMax: 20_000,
  },
  secondStep: {
    digits: 6,
    codeLengthMax: 20,
    recoveryCodes: 10,
    /** So few recovery codes left are told to their person. */
    recoveryCodesLow: 3,
    /** A sign-in waits so long for its second step, and takes so many wrong codes. */
    ticket_s: 5 * minute,
    triesPerTicket: 5,
    /** So many wrong codes of one account within this time are the most. */
    wrongMax: 20,
    wrongWithin_s: hour,
    deviceTrusted_s: 30 * day,
    devicesMax: 20,
  },
  usernameHeld_s: day,
  undo_s: 8,
  toast_ms: 5000,
} as const;

/** Allowances: `points` calls in `duration_s`, counted per account (guests: per address) unless `by` says otherwise. */
export const rates = {
  general: { points: 300, duration_s: minute },
  signInName: { points: 10, duration_s: 15 * minute },
  signInAddress: { points: 30, duration_s: 15 * minute },
  passkeyOptions: { points: 60, duration_s: 15 * minute },
  register: { points: 5, duration_s: hour },
  forgot: { points: 5, duration_s: hour },
  verification: { points: 5, duration_s: hour },
  contact: { points: 5, duration_s: hour },
  addressChange: { points: 5, duration_s: day },
  search: { points: 60, duration_s: minute },
  charge: { points: 60, duration_s: minute },
  upload: { points: 300, duration_s: day },
  comment: { points: 20, duration_s: minute },
  message: { points: 60, duration_s: minute },
  massMessage: { points: 20, duration_s: day },
  streamMessage: { points: 120, duration_s: minute },
  privateRequest: { points: 30, duration_s: hour },
  auditCheck: { points: 6, duration_s: hour },
  report: { points: 20, duration_s: day },
  export: { points: 5, duration_s: day },
} as const;
export type RateName = keyof typeof rates;

/** How the browser fetches data: no retry on error, 2 s de-duplication, 5 s focus throttle. */
export const fetching = { shouldRetryOnError: false, dedupingInterval: 2000, focusThrottleInterval: 5000 } as const;

/** How the socket comes back: for ever, 1 s up to 10 s apart, websocket before polling. */
export const reconnection = { attempts: Infinity, delay_ms: 1000, delayMax_ms: 10_000, transports: ['websocket', 'polling'] } as const;

/** Names of cookies and headers that site and host agree on. */
export const cookies = { session: 'token', media: 'media', theme: 'theme', textSize: 'textSize', analytics: 'analytics' } as const;
export const socialCookies = ['oauthToken', 'oauthTokenSecret', 'twCallbackUrl', 'role'] as const;
export const headers = {
  clientAddress: 'x-client-ip',
  clientProof: 'x-client-proof',
  requestId: 'x-request-id',
  idempotencyKey: 'idempotency-key',
  uploadOffset: 'upload-offset',
} as const;
/** The kinds of body in which a browser and an engine tell each other about a connection. */
export const signalTypes = { offer: 'application/sdp', candidates: 'application/trickle-ice-sdpfrag' } as const;
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

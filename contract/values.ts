/** Closed lists of values and the plain rules on amounts. No schema here: the browser imports this file. */

export const roles = ['user', 'performer', 'operator'] as const;
export type Role = (typeof roles)[number];

export const accountStatuses = ['active', 'suspended', 'deleting'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export const verifications = ['none', 'pending', 'approved', 'rejected'] as const;
export type Verification = (typeof verifications)[number];

export const messageAudiences = ['everyone', 'followers', 'subscribers'] as const;
export const payoutMethods = ['banking', 'paypal', 'stripe'] as const;
export const documentTypes = ['idVerification', 'documentVerification'] as const;
export type DocumentType = (typeof documentTypes)[number];

export const fileTypes = [
  'avatar',
  'cover',
  'document',
  'site-image',
  'feed-photo',
  'feed-video',
  'feed-audio',
  'feed-thumbnail',
  'feed-teaser',
  'photo',
  'video',
  'video-teaser',
  'video-thumbnail',
  'welcome-video',
  'comment-image',
  'product-image',
  'product-digital',
  'message-photo',
  'message-video',
  'export',
] as const;
export type FileType = (typeof fileTypes)[number];
/** How far the archive of somebody's data is; `none` was asked for, or the last one is gone. */
export const exportStatuses = ['none', 'waiting', 'running', 'ready', 'failed', 'expired'] as const;
export type ExportStatus = (typeof exportStatuses)[number];

export const fileStatuses = ['created', 'processing', 'finished', 'error'] as const;

/** What an upload must turn out to be, by its content and never by its name. */
export const uploadKinds = ['image', 'document', 'audio', 'teaser', 'video', 'welcome-video', 'digital'] as const;
export type UploadKind = (typeof uploadKinds)[number];
/** What a file of each type must be. */
export const kindOfFile = {
  avatar: 'image',
  cover: 'image',
  document: 'document',
  'site-image': 'image',
  'feed-photo': 'image',
  'feed-video': 'video',
  'feed-audio': 'audio',
  'feed-thumbnail': 'image',
  'feed-teaser': 'teaser',
  photo: 'image',
  video: 'video',
  'video-teaser': 'teaser',
  'video-thumbnail': 'image',
  'welcome-video': 'welcome-video',
  'comment-image': 'image',
  'product-image': 'image',
  'product-digital': 'digital',
  'message-photo': 'image',
  'message-video': 'video',
  export: 'digital',
} as const satisfies Record<FileType, UploadKind>;
/** How a player may get a video or a sound: a playlist of several heights, or one file. */
export const sourceTypes = ['hls', 'mp4'] as const;

export const postTypes = ['post', 'page'] as const;
/** A refused word: standing alone, or anywhere within others. */
export const wordMatches = ['word', 'part'] as const;
export const postStatuses = ['draft', 'published'] as const;
export const menuSections = ['main', 'header', 'footer'] as const;
export const streamingEngines = ['embedded', 'livekit', 'agora'] as const;
export const paymentGateways = ['stripe'] as const;
/** What may have paid: a gateway by its name, or the wallet. */
export const walletSource = 'wallet';
export const paymentSources = ['card', walletSource] as const;
export type PaymentSource = (typeof paymentSources)[number];

/** Why money moved: the name of each kind of transfer. */
export const transferReasons = [
  'charge',
  'top_up',
  'subscription',
  'refund',
  'dispute',
  'payout_hold',
  'payout_settle',
  'payout_release',
  'payout_return',
  'show_hold',
  'show_minute',
  'show_release',
  'adjustment',
] as const;
export type TransferReason = (typeof transferReasons)[number];

/** What performers publish: each kind is also the name of what is bought, liked and commented on. */
export const itemKinds = ['feed', 'video', 'gallery', 'photo', 'product'] as const;
export type ItemKind = (typeof itemKinds)[number];
/** Kinds whose items have pages of their own. */
export type PagedKind = Exclude<ItemKind, 'photo'>;
/** For whom something is published; `paid` is for who buys it. */
export const audiences = ['public', 'followers', 'subscribers', 'paid'] as const;
export type Audience = (typeof audiences)[number];
/** What would open something that is locked, the cheapest way first. */
export const unlockWays = ['follow', 'subscribe', 'buy'] as const;
export type UnlockWay = (typeof unlockWays)[number];
/** What its owner wants of an item. */
export const itemStatuses = ['draft', 'active', 'inactive'] as const;
export type ItemStatus = (typeof itemStatuses)[number];
/** Where an item is: others see it only while it is published. */
export const itemStates = ['draft', 'processing', 'failed', 'scheduled', 'published', 'inactive', 'expired', 'hidden'] as const;
export type ItemState = (typeof itemStates)[number];
export const feedTypes = ['text', 'photo', 'video', 'audio', 'scheduled-stream'] as const;
export type FeedType = (typeof feedTypes)[number];
/** By what lists of posts are narrowed: what they are made of, or that they ask something. */
export const feedFilters = [...feedTypes, 'poll'] as const;
export type FeedFilter = (typeof feedFilters)[number];
/** What may be liked and bookmarked, and what may be commented on. */
export const reactionObjects = ['feed', 'video', 'gallery', 'product', 'performer', 'comment'] as const;
export type ReactionObject = (typeof reactionObjects)[number];
export const reactionActions = ['like', 'bookmark'] as const;
export type ReactionAction = (typeof reactionActions)[number];
export const commentObjects = ['feed', 'video', 'gallery', 'product', 'comment'] as const;
export type CommentObject = (typeof commentObjects)[number];
/** The lists of bookmarks, by the word in their address. */
export const bookmarkLists = ['feeds', 'galleries', 'videos', 'products', 'performers'] as const;
export type BookmarkList = (typeof bookmarkLists)[number];
/** What guests may open, as search engines are told of it. */
export const publicKinds = ['performer', 'feed', 'video', 'gallery', 'product'] as const;
export type PublicKind = (typeof publicKinds)[number];
export const videoFiles = ['video', 'teaser', 'thumbnail'] as const;
export type VideoFile = (typeof videoFiles)[number];
export const promoPositions = ['top', 'bottom', 'left', 'right', 'middle'] as const;

/** What is bought once and stays bought. */
export const unlockTypes = ['feed', 'video', 'gallery'] as const;
export type UnlockType = (typeof unlockTypes)[number];
export const chargeTypes = ['tip', ...unlockTypes, 'product', 'message', 'message_fee', 'stream', 'private_minute'] as const;
export type ChargeType = (typeof chargeTypes)[number];
export const chargeStatuses = ['success', 'refunded'] as const;
export const earningTypes = [...chargeTypes, 'subscription'] as const;
export type EarningType = (typeof earningTypes)[number];
export const earningStatuses = ['available', 'refunded'] as const;

/** What operators look through by kind, as addresses name it. */
export const moderatedKinds = {
  feeds: 'feed',
  videos: 'video',
  galleries: 'gallery',
  photos: 'photo',
  products: 'product',
  comments: 'comment',
} as const satisfies Record<string, ItemKind | 'comment'>;
export type ModeratedType = keyof typeof moderatedKinds;
export const moderatedTypes = Object.keys(moderatedKinds) as [ModeratedType, ...ModeratedType[]];
/** Shown to whom it is meant for, taken down by an operator, or not published by its maker. */
export const moderatedStates = ['shown', 'hidden', 'unpublished'] as const;
export type ModeratedState = (typeof moderatedStates)[number];

/** What became of an appeal: the decision stays, or is taken back. */
export const appealStatuses = ['open', 'upheld', 'lifted'] as const;
export type AppealStatus = (typeof appealStatuses)[number];
/** Decisions that can be taken back: what is deleted or over stays so. */
export const appealable = ['hide', 'warn'] as const satisfies readonly DecisionAction[];

/** What may be reported, why, and what an operator makes of it. */
export const reportTargets = [...itemKinds, 'comment', 'message', 'stream', 'performer', 'user'] as const;
export type ReportTarget = (typeof reportTargets)[number];
export const reportReasons = [
  'violence',
  'hate',
  'harassment',
  'danger',
  'minor_safety',
  'terrorism',
  'spam',
  'rights',
  'consent',
  'other',
] as const;
export type ReportReason = (typeof reportReasons)[number];
export const reportReasonWords: Readonly<Record<ReportReason, string>> = {
  violence: 'Violence or threats',
  hate: 'Hate',
  harassment: 'Harassment or bullying',
  danger: 'Self-harm or dangerous acts',
  minor_safety: 'A child is in danger',
  terrorism: 'Terrorism',
  spam: 'Spam or fraud',
  rights: 'Breaks somebody’s rights',
  consent: 'Shown without consent',
  other: 'Something else',
};
export const reportStatuses = ['open', 'resolved', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];
export const reportActions = ['none', 'hide', 'warn', 'suspend'] as const;
export type ReportAction = (typeof reportActions)[number];
/** What an operator decided about somebody, or about something of hers. */
export const decisionActions = ['hide', 'delete', 'end', 'warn', 'suspend'] as const;
export type DecisionAction = (typeof decisionActions)[number];
export const decisionTargets = [...itemKinds, 'comment', 'message', 'stream', 'account'] as const;
export type DecisionTarget = (typeof decisionTargets)[number];

/** What is sold in a store: something sent by post, or a file. */
export const productTypes = ['physical', 'digital'] as const;
export type ProductType = (typeof productTypes)[number];
/** How far an order is. Files are delivered at once. */
export const deliveryStatuses = ['processing', 'shipping', 'delivered', 'refunded'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
/** Where an order may go from where it is. */
export const deliverySteps: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  processing: ['shipping', 'refunded'],
  shipping: ['delivered', 'refunded'],
  delivered: ['refunded'],
  refunded: [],
};

export const conversationTypes = ['private'] as const;
/** A show that everybody may find, or one of two people. */
export const streamTypes = ['public', 'private'] as const;
export type StreamType = (typeof streamTypes)[number];
/** `idle` is before the first picture, `reconnecting` while the performer's line is lost. */
export const streamStatuses = ['idle', 'live', 'reconnecting', 'ended'] as const;
export type StreamStatus = (typeof streamStatuses)[number];
/** Why a show ended: its performer said so, her picture stayed away, or an operator ended it. */
export const streamEndReasons = ['owner', 'lost', 'operator'] as const;
export type StreamEndReason = (typeof streamEndReasons)[number];
export const streamLeftReasons = ['left', 'revoked'] as const;
/** With a room of pictures somebody does one of these. */
export const liveRoles = ['publisher', 'viewer'] as const;
/** Who may write in the chat of a show. */
export const chatAudiences = ['viewers', 'followers', 'subscribers'] as const;
export type ChatAudience = (typeof chatAudiences)[number];
/** What somebody is in a chat. */
export const chatRoles = ['owner', 'moderator', 'operator', 'viewer'] as const;
export type ChatRole = (typeof chatRoles)[number];
export const streamMessageTypes = ['text', 'tip', 'system'] as const;
export type StreamMessageType = (typeof streamMessageTypes)[number];
export const privateRequestStatuses = ['pending', 'accepted', 'declined', 'cancelled', 'lapsed', 'ended'] as const;
export type PrivateRequestStatus = (typeof privateRequestStatuses)[number];
/** Why a private show ended: one of the two left, a line stayed lost, the balance was spent, or an operator ended it. */
export const showEndReasons = ['left', 'lost', 'spent', 'operator'] as const;
export type ShowEndReason = (typeof showEndReasons)[number];

/** As what somebody is written to. */
export const conversationSources = ['user', 'performer'] as const;
/** A tip says what was given; `system` is said by the site. */
export const messageTypes = ['text', 'media', 'tip', 'system'] as const;
export type MessageType = (typeof messageTypes)[number];
export const messageStatuses = ['sent', 'delivered', 'seen'] as const;
/** What may be wanting to write to a performer, the cheapest first. */
export const writeWays = ['follow', 'subscribe'] as const;
export type WriteWay = (typeof writeWays)[number];
/** Lists of fans that the site keeps for each performer. */
export const listRules = ['followers', 'subscribers', 'expired', 'buyers'] as const;
export type ListRule = (typeof listRules)[number];
export const massStatuses = ['scheduled', 'sending', 'sent', 'unsent'] as const;
export type MassStatus = (typeof massStatuses)[number];
/** What a fan has of a file: it was sent to her, offered for a price, or bought by her. */
export const vaultMarks = ['sent', 'offered', 'bought'] as const;
export const vaultTypes = ['message-photo', 'message-video'] as const;

/** What people are told of, in the order of the settings. */
export const notificationTypes = [
  'message',
  'follower',
  'subscriber',
  'subscription_ended',
  'renewal_failed',
  'tip',
  'item_sold',
  'order',
  'refund',
  'payout',
  'comment',
  'reply',
  'like',
  'vote',
  'content',
  'stream_live',
  'stream_scheduled',
  'private_request',
  'verification',
  'moderation',
  'report',
  'inbox',
  'security',
] as const;
export type NotificationType = (typeof notificationTypes)[number];
/** How the list of notifications is narrowed. */
export const notificationGroups = ['money', 'people', 'content', 'live'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];
export const groupOfNotification = {
  message: 'people',
  follower: 'people',
  subscriber: 'money',
  subscription_ended: 'money',
  renewal_failed: 'money',
  tip: 'money',
  item_sold: 'money',
  order: 'money',
  refund: 'money',
  payout: 'money',
  comment: 'people',
  reply: 'people',
  like: 'people',
  vote: 'people',
  content: 'content',
  stream_live: 'live',
  stream_scheduled: 'live',
  private_request: 'live',
  verification: 'people',
  moderation: 'content',
  report: 'people',
  inbox: 'people',
  security: 'people',
} as const satisfies Record<NotificationType, NotificationGroup>;
/** Mails of their own tell of these at once, whatever somebody wishes: what she has not seen of them is never mailed again. */
export const mailedAnyway = [
  'subscription_ended',
  'renewal_failed',
  'order',
  'refund',
  'payout',
  'verification',
  'inbox',
  'security',
] as const satisfies readonly NotificationType[];
/** These always stand in the list. */
export const alwaysListed = ['security'] as const satisfies readonly NotificationType[];
/** Mails of what was not seen: none, each by itself, or all of a day or a week in one. */
export const digests = ['none', 'each', 'daily', 'weekly'] as const;
export type Digest = (typeof digests)[number];

export const subscriptionTypes = ['monthly', 'yearly', 'free'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];
export const subscriptionStatuses = ['active', 'past_due', 'cancelled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];
/** How long a bundle lasts, in months. */
export const bundleMonths = [3, 6, 12] as const;
export const promotionKinds = ['bundle', 'discount'] as const;

export const paymentTypes = ['top_up', 'monthly_subscription', 'yearly_subscription', 'free_subscription'] as const;
export type PaymentType = (typeof paymentTypes)[number];
export const paymentStatuses = [
  'created',
  'processing',
  'requires_action',
  'success',
  'failed',
  'canceled',
  'refunded',
  'disputed',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const payoutStatuses = ['pending', 'approved', 'rejected', 'done'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];
export const couponStatuses = ['active', 'inactive'] as const;
export const sessionEndReasons = ['signed_out', 'password', 'suspended', 'ended'] as const;
export type SessionEndReason = (typeof sessionEndReasons)[number];

export const layouts = ['geoBlock', 'maintenance', 'primary', 'public', 'blank', 'home'] as const;
export type LayoutName = (typeof layouts)[number];
export const themes = ['light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];
/** Percent of the browser's own font size that a reader may choose. */
export const textSizes = [87.5, 100, 112.5, 125, 150, 200] as const;
export const sortDirections = ['asc', 'desc'] as const;

/** Whole hundredths of an amount as it travels, or null when it has more than two decimals or is not a finite number. */
export function centsOf(amount: number): bigint | null {
  if (!Number.isFinite(amount) || Math.abs(amount) > 1e12) return null;
  const cents = Math.round(amount * 100);
  return cents / 100 === amount ? BigInt(cents) : null;
}

/** The JSON number of whole hundredths. */
export function amountOf(cents: bigint): number {
  return Number(cents) / 100;
}

/** How far a background job is. */
export const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;
export type JobState = (typeof jobStates)[number];
/** Whether a message of the contact form was answered. */
export const contactStates = ['waiting', 'answered'] as const;
/** The ways in which the second step of a sign-in can be given. */
export const secondSteps = ['totp', 'recovery', 'passkey'] as const;
export type SecondStep = (typeof secondSteps)[number];

/** Where a correction of a balance stands. */
export const adjustmentStatuses = ['pending', 'approved', 'declined'] as const;
export type AdjustmentStatus = (typeof adjustmentStatuses)[number];

/** What other programs can be told of. */
export const webhookEvents = [
  'payment.settled',
  'subscription.started',
  'subscription.ended',
  'payout.done',
  'performer.verified',
  'contact.received',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** What became of a message to another program. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether an API key opens anything: its time may be over, or its maker gone. */
export const keyStates = ['active', 'expired', 'ended'] as const;

/** Values of published items, their audiences and reactions to them. */

/** Kinds of published items. Purchases, likes and comments use the same names. */
export const itemKinds = ['feed', 'video', 'gallery', 'photo', 'product'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Kinds whose items have their own page. */
export type PagedKind = Exclude<ItemKind, 'photo'>;

/** Kinds that have a consent record: all items and live shows. */
export const recordKinds = [...itemKinds, 'show'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Who can see an item; `paid`: only buyers. */
export const audiences = ['public', 'followers', 'subscribers', 'paid'] as const;
export type Audience = (typeof audiences)[number];

/** How a locked item can be unlocked, the cheapest first. */
export const unlockMethods = ['follow', 'subscribe', 'buy'] as const;
export type UnlockMethod = (typeof unlockMethods)[number];

/** The status that the owner sets. */
export const itemStatuses = ['draft', 'active', 'inactive'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** The effective state of an item: others see it only while it is published. */
export const itemStates = [
  'draft',
  'processing',
  'failed',
  'awaiting-consent',
  'consent-refused',
  'scheduled',
  'published',
  'inactive',
  'expired',
  'hidden',
] as const;
export type ItemState = (typeof itemStates)[number];

/** The consent of a person shown in an item. `withdrawn`: they had accepted before. */
export const consents = ['asked', 'accepted', 'declined', 'withdrawn'] as const;
export type Consent = (typeof consents)[number];

/** Filters of the list of items that show a person. */
export const consentFilters = ['asked', 'accepted', 'refused'] as const;
export type ConsentFilter = (typeof consentFilters)[number];

/** A person's answer about an item that shows them. `not-me`: they are not in it, so their consent is not needed. */
export const consentAnswers = ['accept', 'refuse', 'not-me'] as const;
export type ConsentAnswer = (typeof consentAnswers)[number];

/** Events in the consent record of one person. */
export const consentEvents = ['asked', 'asked-again', 'accepted', 'declined', 'withdrawn', 'not-me', 'removed'] as const;
export type ConsentEvent = (typeof consentEvents)[number];

/** Whether all people in an item agree. It is listed only if they do; after a refusal only its owner sees it. */
export const itemConsents = ['given', 'awaited', 'refused'] as const;
export type ItemConsent = (typeof itemConsents)[number];

/** Statuses of the signed release of a person without an account. */
export const releaseStatuses = ['waiting', 'approved', 'rejected', 'withdrawn'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

/** What may be liked and bookmarked. */
export const reactionObjects = ['feed', 'video', 'gallery', 'product', 'performer', 'comment'] as const;
export type ReactionObject = (typeof reactionObjects)[number];

export const reactionActions = ['like', 'bookmark'] as const;
export type ReactionAction = (typeof reactionActions)[number];

export const commentObjects = ['feed', 'video', 'gallery', 'product', 'comment'] as const;
export type CommentObject = (typeof commentObjects)[number];

/** The lists of bookmarks, by the segment in their URL. */
export const bookmarkLists = ['feeds', 'galleries', 'videos', 'products', 'performers'] as const;
export type BookmarkList = (typeof bookmarkLists)[number];

/** Kinds of pages that guests may open and sitemaps list. */
export const publicKinds = ['performer', 'feed', 'video', 'gallery', 'product'] as const;
export type PublicKind = (typeof publicKinds)[number];

/** What performers publish, for whom, and what others make of it. */

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

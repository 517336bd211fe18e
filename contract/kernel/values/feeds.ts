/** Kinds of posts, and the filters of their lists. Separate, because the first pages of guests load them. */

export const feedTypes = ['text', 'photo', 'video', 'audio', 'scheduled-stream'] as const;
export type FeedType = (typeof feedTypes)[number];
/** Filters of lists of posts. */
export const feedFilters = [...feedTypes, 'poll'] as const;
export type FeedFilter = (typeof feedFilters)[number];

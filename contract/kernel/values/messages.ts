/** Conversations, lists of fans, and messages to many. */

export const messageAudiences = ['everyone', 'followers', 'subscribers'] as const;

export const conversationTypes = ['private'] as const;

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

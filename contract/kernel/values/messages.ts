/** Values of conversations, lists of fans and mass messages. */

export const messageAudiences = ['everyone', 'followers', 'subscribers'] as const;

export const conversationTypes = ['private'] as const;

/** The role in which the other member of a conversation is addressed. */
export const conversationSources = ['user', 'performer'] as const;

/** `tip` announces a tip; `system` messages come from the site. */
export const messageTypes = ['text', 'media', 'tip', 'system'] as const;
export type MessageType = (typeof messageTypes)[number];

export const messageStatuses = ['sent', 'delivered', 'seen'] as const;

/** What a fan may need to do before messaging a performer, the cheapest first. */
export const messagingRequirements = ['follow', 'subscribe'] as const;
export type MessagingRequirement = (typeof messagingRequirements)[number];

/** Automatic lists of each performer's fans. */
export const listRules = ['followers', 'subscribers', 'expired', 'buyers'] as const;
export type ListRule = (typeof listRules)[number];

export const massMessageStatuses = ['scheduled', 'sending', 'sent', 'unsent'] as const;
export type MassMessageStatus = (typeof massMessageStatuses)[number];

/** A fan's history with a file of the vault: it was sent to the fan, offered for a price, or bought. */
export const vaultMarks = ['sent', 'offered', 'bought'] as const;

export const vaultTypes = ['message-photo', 'message-video'] as const;

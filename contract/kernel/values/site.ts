/** Values of pages, mails, blocked words and appearance. */

export const postTypes = ['post', 'page'] as const;

/** What happens to a text that contains the word: it is rejected, or accepted and reported. */
export const wordActions = ['refuse', 'report'] as const;

/** How a blocked word matches: as a whole word, or as part of one. */
export const wordMatches = ['word', 'part'] as const;

export const sitePageStatuses = ['draft', 'published'] as const;

/** Statuses of a mail. `held`: not sent, because the address bounces. */
export const mailStatuses = ['queued', 'sent', 'failed', 'held'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** Kinds of returned mail: permanent bounce, temporary bounce, spam complaint. */
export const mailReturnKinds = ['hard', 'soft', 'complaint'] as const;
export type MailReturnKind = (typeof mailReturnKinds)[number];

export const menuSections = ['main', 'header', 'footer'] as const;

export const streamingEngines = ['embedded', 'livekit', 'agora'] as const;

export const sortDirections = ['asc', 'desc'] as const;

/** Closed lists of values and the plain rules on amounts, family by family. No schema here: the browser imports these files. */
export * from './values/amounts';
export * from './values/content';
export * from './values/desk';
export * from './values/direction';
export * from './values/files';
export * from './values/live';
export * from './values/messages';
export * from './values/moderation';
export * from './values/money';
export * from './values/notifications';
export * from './values/people';
export * from './values/promos';
export * from './values/site';
export * from './values/store';
export * from './values/subscriptions';
export * from './values/text';

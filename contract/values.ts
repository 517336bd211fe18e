/** Closed lists of values and the plain rules on amounts, family by family. No schema here: the browser imports these files. */
export * from './kernel/values/amounts';
export * from './values/content';
export * from './kernel/values/console';
export * from './kernel/values/direction';
export * from './kernel/values/files';
export * from './kernel/values/live';
export * from './kernel/values/messages';
export * from './kernel/values/moderation';
export * from './kernel/values/money';
export * from './kernel/values/notifications';
export * from './kernel/values/people';
export * from './kernel/values/promos';
export * from './values/site';
export * from './kernel/values/store';
export * from './kernel/values/subscriptions';
export * from './kernel/values/text';

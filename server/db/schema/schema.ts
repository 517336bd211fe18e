/** All tables that modules use, as the query builder and the migration kit read them. The ledger's are the ledger's own. */
export * from './accounts';
export * from './content';
export * from './files';
export * from './messages';
export * from './money';
export * from './notifications';
export * from './payments';
export * from './performers';
export * from './responses';
export * from './sandbox';
export * from './second-step';
export * from './site';
export * from './store';
export * from './streaming';
export * from './subscriptions';
export * from './team';

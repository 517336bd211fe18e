/** All tables that modules use, as the query builder and the migration kit read them. The ledger's are the ledger's own. */
export * from './accounts';
export * from './files';
export * from './money';
export * from './payments';
export * from './performers';
export * from './sandbox';
export * from './site';
export * from './subscriptions';

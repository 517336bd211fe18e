/** All tables, as the query builder and the migration kit read them. */
export * from './accounts';
export * from './files';
export * from './ledger';
export * from './money';
export * from './payments';
export * from './performers';
export * from './sandbox';
export * from './site';
export * from './subscriptions';

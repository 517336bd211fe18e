/** A client without named prepared statements, for poolers in transaction mode that do not track them. */
import pg from 'pg';

/** Removes the names of statements, so that they are planned each time. */
export class UnnamedStatementsClient extends pg.Client {
  override query = ((config: unknown, ...rest: unknown[]) => {
    const query = super.query as (...args: unknown[]) => unknown;
    const isNamed = typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
    return query.call(this, isNamed ? { ...config, name: undefined } : config, ...rest);
  }) as pg.Client['query'];
}

/**
 * `npm run seed`: creates the first operator that the environment names, and the demo accounts, on the database of this site,
 * whether the site runs or not. If the supervisor started it, it sends the accounts over its IPC channel.
 */
import { isLocal } from '../server/kernel/config';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import type { Context } from '../server/platform/context';
import { makeLogger } from '../server/kernel/log';
import { createAccount } from '../server/people/people/create';
import { hashPassword } from '../server/people/passwords/passwords';
import { openContext } from '../server/open-context';
import { seed } from '../server/seed/main';
import { readArguments } from './command-line';
import { CannotStart, commandEnvironment, exitWith, print } from './environment';
import type { DemoAccount } from './first-accounts';

/** The name is fixed: operators can also sign in by email address. */
const operatorName = 'operator';

const help = `Usage: npm run seed [-- --operator]

Creates the demo accounts in an empty database, for a site on this machine only.

  --operator   creates the first operator instead, using OPERATOR_EMAIL and OPERATOR_PASSWORD`;

async function seedSite(): Promise<DemoAccount[]> {
  const isForOperator = readArguments(help, { operator: { type: 'boolean' } }).values.operator ?? false;
  const { config } = commandEnvironment();
  if (!isForOperator && !isLocal(config.siteUrl))
    throw new CannotStart('The demo accounts share one password, so they can only be created for a site on this machine.');
  const database = await attachDatabase(config, print);
  try {
    await migrate(database.directUrl);
    const opened = await openContext(config, database.url, { log: makeLogger('warn') });
    try {
      if (isForOperator) return await createOperator(opened.ctx);
      return await seed(opened.ctx);
    } finally {
      await opened.close();
    }
  } finally {
    await database.close();
  }
}

async function createOperator(ctx: Context): Promise<DemoAccount[]> {
  const { operator } = ctx.config;
  if (!operator) return [];
  await createAccount(ctx, {
    role: 'operator',
    username: operatorName,
    name: 'Operator',
    email: operator.email,
    emailVerifiedAt: ctx.clock.now(),
    passwordHash: await hashPassword(ctx, operator.password),
  });
  return [{ username: operatorName, description: 'operator', password: 'OPERATOR_PASSWORD' }];
}

try {
  const demoAccounts = await seedSite();
  // Exits explicitly: when the channel closes, this process would otherwise shut down as if the supervisor had died.
  if (process.send) process.send({ demoAccounts }, () => process.exit(0));
  else for (const { username, description, password } of demoAccounts) print.info(`${username} (${description}), password ${password}`);
} catch (error) {
  exitWith(error);
}

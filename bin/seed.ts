/**
 * `npm run seed`: makes the first operator that the environment names, and the demo people, on the database of this site,
 * beside a running site or without one. Started by the supervisor it hands the people over its channel.
 */
import { isLocal } from '../server/kernel/config';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import type { Context } from '../server/platform/context';
import { makeLogger } from '../server/kernel/log';
import { createAccount } from '../server/modules/people/people';
import { hashPassword } from '../server/people/passwords/passwords';
import { openContext } from '../server/open-context';
import { seed } from '../server/seed/main';
import { CannotStart, commandEnvironment, endWith, say } from './environment';
import type { Person } from './first-people';

/** The name is fixed: operators sign in by e-mail address too. */
const operatorName = 'operator';

async function seedSite(): Promise<Person[]> {
  const { config } = commandEnvironment();
  const isForOperator = process.argv.includes('--operator');
  if (!isForOperator && !isLocal(config.siteUrl))
    throw new CannotStart('The demo people share a password: they are made on a site of this machine alone.');
  const database = await attachDatabase(config, say);
  try {
    await migrate(database.url);
    const opened = await openContext(config, database.url, { log: makeLogger('warn') });
    try {
      if (isForOperator) return await makeOperator(opened.ctx);
      return await seed(opened.ctx);
    } finally {
      await opened.close();
    }
  } finally {
    await database.close();
  }
}

async function makeOperator(ctx: Context): Promise<Person[]> {
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
  return [{ username: operatorName, is: 'operator', password: 'OPERATOR_PASSWORD' }];
}

try {
  const people = await seedSite();
  // The end is not left to the channel's: losing it is the leash's sign that the supervisor died.
  if (process.send) process.send({ people }, () => process.exit(0));
  else for (const { username, is, password } of people) say.info(`${username} (${is}), password ${password}`);
} catch (error) {
  endWith(error);
}

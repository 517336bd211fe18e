/**
 * `npm run seed`: makes the first operator that the environment names, and the demo people, on the database of this site,
 * beside a running site or without one. Started by the supervisor it hands the people over its channel.
 */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { attachDatabase } from '../server/db/engine/engine';
import { migrate } from '../server/db/migrate';
import type { Context } from '../server/context';
import { makeLogger } from '../server/log';
import { createAccount } from '../server/modules/people/people';
import { hashPassword } from '../server/modules/passwords/passwords';
import { openContext } from '../server/open-context';
import { commandEnvironment, endWith, root, say } from './environment';
import type { Person } from './first-people';

/** The name is fixed: operators sign in by e-mail address too. */
const operatorName = 'operator';

async function seedSite(): Promise<Person[]> {
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, say);
  try {
    await migrate(database.url);
    const opened = await openContext(config, database.url, { log: makeLogger('warn') });
    try {
      if (process.argv.includes('--operator')) return await makeOperator(opened.ctx);
      return await (
        await demoSeed()
      )(opened.ctx);
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

async function demoSeed(): Promise<(ctx: Context) => Promise<Person[]>> {
  const file = `${root}/server/seed/main.ts`;
  if (!existsSync(file)) return () => Promise.resolve([]);
  const { seed } = (await import(pathToFileURL(file).href)) as { seed: (ctx: Context) => Promise<Person[]> };
  return seed;
}

try {
  const people = await seedSite();
  if (process.send) process.send({ people });
  else for (const { username, is, password } of people) say.info(`${username} (${is}), password ${password}`);
  process.exitCode = 0;
  process.disconnect?.();
} catch (error) {
  endWith(error);
}

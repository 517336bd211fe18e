/** `npm run start:web|api|worker|live`: one role of a larger site, in this terminal, on a database that all of them share. */
import { openDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { assertBuilt } from './build';
import { keepChild } from './children';
import { CannotStart, commandEnvironment, endWith, say } from './environment';
import { firstOperator } from './first-people';

/** The site asks the host, and the live engine is asked by it: neither goes to the database. */
const withoutDatabase = ['web', 'live'];
const programs: Readonly<Record<string, string[]>> = {
  web: ['dist/web.js'],
  api: ['dist/main.js', '--role=api'],
  worker: ['dist/main.js', '--role=worker'],
  live: ['dist/live.js'],
};

async function startRole(): Promise<void> {
  const role = process.argv[2] ?? '';
  const args = programs[role];
  if (!args) throw new CannotStart(`There is no role ${role}: choose one of ${Object.keys(programs).join(', ')}.`);
  const { config, env } = commandEnvironment();
  // A role may run as a user who must not write here, and beside others: the person who installs a version builds it.
  assertBuilt();
  const database = withoutDatabase.includes(role) ? null : await openDatabase(config, say);
  if (database) await migrate(database.url);
  const shared: NodeJS.ProcessEnv = { ...env, ...(database && { DATABASE_URL: database.url }), NODE_ENV: 'production' };
  const child = keepChild({
    name: role,
    args,
    env: shared,
    logs: null,
  });
  let stopping: Promise<void> | null = null;
  const stop = (): void => {
    stopping ??= child.stop().then(() => database?.close());
    stopping.then(() => process.exit(0), endWith);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  await child.ready;
  if (role === 'api' && database) await firstOperator(config, database.url, shared);
  say.info(`${role} is ready`);
}

await startRole().catch(endWith);

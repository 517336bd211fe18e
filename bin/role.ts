/** `npm run start:web|api|worker|live`: one role of a larger site, in this terminal, on a shared database. */
import { openDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { assertBuilt } from './build';
import { superviseChild } from './children';
import { readArguments } from './command-line';
import { CannotStart, commandEnvironment, exitWith, print } from './environment';
import { ensureFirstOperator } from './first-accounts';

/** The site gets all data from the API server, and the live engine is controlled by it: neither role uses the database. */
const withoutDatabase = ['web', 'live'];
const programs: Readonly<Record<string, string[]>> = {
  web: ['dist/web.js'],
  api: ['dist/main.js', '--role=api'],
  worker: ['dist/main.js', '--role=worker'],
  live: ['dist/live.js'],
};

const help = `Usage: npm run start:web, start:api, start:worker or start:live

Starts one role of a larger site. See docs/install.md for what each role needs.`;

async function startRole(): Promise<void> {
  const role = readArguments(help, {}).positionals[0] ?? '';
  const args = programs[role];
  if (!args) throw new CannotStart(`Unknown role "${role}". Choose one of: ${Object.keys(programs).join(', ')}.`);
  const { config, env } = commandEnvironment();
  // A role may run as a user without write access, and beside others: the build is part of the installation.
  assertBuilt();
  const database = withoutDatabase.includes(role) ? null : await openDatabase(config, print);
  if (database) await migrate(database.directUrl);
  const childEnv: NodeJS.ProcessEnv = { ...env, ...(database && { DATABASE_URL: database.url }), NODE_ENV: 'production' };
  const child = superviseChild({
    name: role,
    args,
    env: childEnv,
    logs: null,
  });
  let stopping: Promise<void> | null = null;
  const stop = (): void => {
    stopping ??= child.stop().then(() => database?.close());
    stopping.then(() => process.exit(0), exitWith);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  await child.ready;
  if (role === 'api' && database) await ensureFirstOperator(config, database.directUrl, childEnv);
  print.info(`${role} is ready`);
}

await startRole().catch(exitWith);

/** The first accounts of an empty site: the operator named by the environment, and the demo accounts of a site on this machine. */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isLocal } from '../server/kernel/config';
import type { Config } from '../server/kernel/config';
import { CannotStart, exitWithParentUrl, root, print } from './environment';

export interface DemoAccount {
  username: string;
  /** A description in a few words. */
  description: string;
  password: string;
}

/** Creates the missing accounts and returns the demo accounts to sign in with, from this or an earlier start. */
export async function ensureFirstAccounts(config: Config, url: string, env: NodeJS.ProcessEnv): Promise<DemoAccount[]> {
  const { accounts } = await countAccounts(url);
  const demoAccountsFile = join(config.dataDir, 'demo-people.json');
  const wantsDemo = config.demo === 'on' || (config.demo === 'auto' && isLocal(config.siteUrl));
  if (accounts === 0 && wantsDemo) {
    print.info(`creating the demo accounts (about 30 seconds, first start only); ${config.siteUrl} is already running`);
    const demoAccounts = await seedInChildProcess([], env);
    writeFileSync(demoAccountsFile, JSON.stringify(demoAccounts), { mode: 0o600 });
  }
  await ensureFirstOperator(config, url, env);
  return config.demo !== 'off' && accounts + Number(wantsDemo) > 0 && existsSync(demoAccountsFile)
    ? (JSON.parse(readFileSync(demoAccountsFile, 'utf8')) as DemoAccount[])
    : [];
}

/** Any fixed number, as long as nothing else in the database uses it as an advisory lock. */
const operatorLock = 4_046_170_216;

/** Creates the operator that the environment names, if there is no operator yet. Several API servers may start on one database together. */
export async function ensureFirstOperator({ operator }: Pick<Config, 'operator'>, url: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!operator) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [operatorLock]);
    if ((await countAccounts(url)).operators > 0) return;
    await seedInChildProcess(['--operator'], env);
    print.info(`created the first operator (${operator.email}). Log in, then remove OPERATOR_PASSWORD from the configuration.`);
  } finally {
    // The lock is released with the connection.
    await client.end();
  }
}

async function countAccounts(url: string): Promise<{ accounts: number; operators: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query<{ accounts: number; operators: number }>(
      `select count(*)::int as accounts, count(*) filter (where role = 'operator')::int as operators from accounts`,
    );
    return result.rows[0] ?? { accounts: 0, operators: 0 };
  } finally {
    await client.end();
  }
}

function seedInChildProcess(args: string[], env: NodeJS.ProcessEnv): Promise<DemoAccount[]> {
  return new Promise((resolve, reject) => {
    let demoAccounts: DemoAccount[] = [];
    const child = fork(join(root, 'bin/seed.ts'), args, { env, execArgv: ['--import', exitWithParentUrl, '--import', 'tsx'] });
    child.on('message', (message) => {
      demoAccounts = (message as { demoAccounts: DemoAccount[] }).demoAccounts;
    });
    child.on('error', reject);
    // `exit` may arrive before the last message: all messages have arrived once the channel is disconnected.
    const disconnected = new Promise<void>((done) => child.once('disconnect', done));
    child.once('exit', (code, signal) => {
      if (code === 0) void disconnected.then(() => resolve(demoAccounts));
      else reject(new CannotStart(`Could not create the first accounts (${signal ?? `code ${code}`}).`));
    });
  });
}

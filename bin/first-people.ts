/** Who an empty site begins with: the operator named by the environment, and the demo people of a site on this machine. */
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isLocal } from '../server/kernel/config';
import type { Config } from '../server/kernel/config';
import { CannotStart, leash, root, say } from './environment';

export interface Person {
  username: string;
  /** Who that is, in a few words. */
  is: string;
  password: string;
}

/** Makes those who are missing, and tells as whom one may sign in to the demo, now or from an earlier start. */
export async function firstPeople(config: Config, url: string, env: NodeJS.ProcessEnv): Promise<Person[]> {
  const { everybody } = await count(url);
  const kept = join(config.dataDir, 'demo-people.json');
  const wantsDemo = config.demo === 'on' || (config.demo === 'auto' && isLocal(config.siteUrl));
  if (everybody === 0 && wantsDemo) {
    say.info(`making the demo people (half a minute, once); ${config.siteUrl} answers already`);
    const people = await inOwnProcess([], env);
    writeFileSync(kept, JSON.stringify(people), { mode: 0o600 });
  }
  await firstOperator(config, url, env);
  return config.demo !== 'off' && everybody + Number(wantsDemo) > 0 && existsSync(kept)
    ? (JSON.parse(readFileSync(kept, 'utf8')) as Person[])
    : [];
}

/** Any fixed number, as long as nothing else in the database uses it as an advisory lock. */
const operatorLock = 4_046_170_216;

/** Makes the operator that the environment names where there is none yet. Several api roles may begin on one database together. */
export async function firstOperator({ operator }: Pick<Config, 'operator'>, url: string, env: NodeJS.ProcessEnv): Promise<void> {
  if (!operator) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [operatorLock]);
    if ((await count(url)).operators > 0) return;
    await inOwnProcess(['--operator'], env);
    say.info(`made the first operator (${operator.email}); take OPERATOR_PASSWORD out of the environment after signing in`);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

async function count(url: string): Promise<{ everybody: number; operators: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const counted = await client.query<{ everybody: number; operators: number }>(
      `select count(*)::int as everybody, count(*) filter (where role = 'operator')::int as operators from accounts`,
    );
    return counted.rows[0] ?? { everybody: 0, operators: 0 };
  } finally {
    await client.end();
  }
}

function inOwnProcess(args: string[], env: NodeJS.ProcessEnv): Promise<Person[]> {
  return new Promise((resolve, reject) => {
    let people: Person[] = [];
    const child = fork(join(root, 'bin/seed.ts'), args, { env, execArgv: ['--import', leash, '--import', 'tsx'] });
    child.on('message', (message) => {
      people = (message as { people: Person[] }).people;
    });
    child.on('error', reject);
    // The end of a process may be heard before its last words: those are complete when the channel has ended too.
    const ended = new Promise<void>((done) => child.once('disconnect', done));
    child.once('exit', (code, signal) => {
      if (code === 0) void ended.then(() => resolve(people));
      else reject(new CannotStart(`The first people could not be made (${signal ?? `code ${code}`}).`));
    });
  });
}

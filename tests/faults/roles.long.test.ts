/** Roles in processes of their own: what they refuse to start on, and in which words. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { bundled } from '../kit/processes/bundle';
import { copyCheckout, type Checkout } from '../kit/processes/checkout-copy';
import { databaseServer, onServer } from '../kit/host/database';
import { eventually } from '../kit/timing/eventually';
import { freePort } from '../kit/processes/ports';

const password = 'not-to-be-shown';
let checkout: Checkout;
beforeAll(() => {
  checkout = copyCheckout();
});
afterAll(() => checkout.remove());

/** Starts a role and answers all that it said, once it has ended or said `until`. */
function startRole(role: string, env: Record<string, string> = {}, until = /is ready/): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bin/role.ts', role], {
    cwd: checkout.folder,
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      APP_SECRET: 'a secret for tests only, long enough',
      DATA_DIR: join(checkout.folder, 'data'),
      ...env,
    },
  });
  return new Promise((resolve) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (until.test(said)) child.kill('SIGTERM');
      });
    child.once('close', (code) => resolve({ code, said }));
  });
}

const ready = `process.send('ready'); setInterval(() => undefined, 1000);`;

test('a role never builds: it says what to run', async () => {
  const { code, said } = await startRole('web');
  expect(code).toBe(1);
  expect(said).toBe(`! Footlight is not built here. Run npm run build in ${checkout.folder}, then start again.\n`);
  expect(existsSync(join(checkout.folder, 'dist'))).toBe(false);
});

test('a role starts on what another version of Node.js has built, and not on what other sources were built from', async () => {
  checkout.pretendBuild({ 'web.js': ready }, 'v20.0.0');
  const { code, said } = await startRole('web');
  expect([code, said]).toEqual([0, expect.stringContaining('web is ready')]);
  const added = join(checkout.folder, 'server/added.ts');
  writeFileSync(added, 'export {};\n');
  try {
    expect((await startRole('web')).said).toBe(
      `! The sources in ${checkout.folder} have changed since the last build. Run npm run build there, then start again.\n`,
    );
  } finally {
    rmSync(added);
  }
});

test('a database that is away is named by its variable and its place, without its password and without a stack', async () => {
  checkout.pretendBuild({ 'main.js': ready });
  const port = await freePort();
  const { code, said } = await startRole('api', { DATABASE_URL: `postgres://footlight:${password}@127.0.0.1:${String(port)}/stage` });
  expect(code).toBe(1);
  expect(said).toBe(
    `! The database that DATABASE_URL names cannot be reached (127.0.0.1:${String(port)}, database stage, user footlight): ` +
      `connect ECONNREFUSED 127.0.0.1:${String(port)}. Start PostgreSQL, or correct DATABASE_URL.\n`,
  );
});

const server = await databaseServer();

describe('a site of roles, set up by docs/operations.md on an empty database', () => {
  const name = `roles_${String(process.pid)}`;
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const children: ChildProcess[] = [];
  beforeAll(() => onServer(server, `create database ${name}`));
  afterAll(async () => {
    for (const child of children) {
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    await onServer(server, `drop database ${name} with (force)`);
  });

  /** A value for each variable that the section names at the head of a point of its list. */
  const values: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    APP_SECRET: 'a secret for tests only, long enough',
    SITE_URL: 'https://stage.example',
    API_URL: 'https://api.stage.example',
    TRUSTED_PROXIES: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    OPERATOR_EMAIL: 'owner@stage.example',
    OPERATOR_PASSWORD: 'a passphrase of the owner 7',
  };
  const documented = (): Record<string, string> => {
    const text = readFileSync('docs/operations.md', 'utf8');
    const section = /\n## The roles apart\n(.*?)\n## /s.exec(text)?.[1] ?? '';
    const named = section
      .split('\n- ')
      .slice(1)
      .flatMap((point) => (/^[^:]*/.exec(point)?.[0] ?? '').match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []);
    return Object.fromEntries(named.flatMap((variable) => (variable in values ? [[variable, values[variable] ?? '']] : [])));
  };

  test('two api roles that begin together make one operator, who can log in', async () => {
    checkout.pretendBuild({ 'main.js': readFileSync(bundled('server/main.ts'), 'utf8') });
    const ports = [await freePort(), await freePort()];
    let said = '';
    for (const port of ports) {
      const child = spawn(process.execPath, ['--import', 'tsx', 'bin/role.ts', 'api'], {
        cwd: checkout.folder,
        env: {
          NODE_ENV: 'production',
          PATH: process.env['PATH'],
          DATA_DIR: join(checkout.folder, 'data'),
          API_PORT: String(port),
          ...documented(),
        },
      });
      children.push(child);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    }
    await eventually(() => expect(said.match(/api is ready/g)).toHaveLength(2), 60_000);
    const body = JSON.stringify({ email: values['OPERATOR_EMAIL'], password: values['OPERATOR_PASSWORD'] });
    for (const port of ports) {
      const answer = await fetch(`http://127.0.0.1:${String(port)}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([answer.status, await answer.json()]).toEqual([
        200,
        { data: expect.objectContaining({ token: expect.any(String) as unknown }) as unknown },
      ]);
    }
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ role: string }>('select role from accounts');
    await client.end();
    expect(rows).toEqual([{ role: 'operator' }]);
  }, 90_000);
});

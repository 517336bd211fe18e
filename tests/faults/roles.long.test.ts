/** Roles in separate processes: the conditions under which they refuse to start, and the error messages. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { bundle } from '../kit/processes/bundle';
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

/** Starts a role and returns its output once it has ended or has printed `until`. */
function startRole(role: string, env: Record<string, string> = {}, until = /is ready/): Promise<{ code: number | null; output: string }> {
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
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (until.test(output)) child.kill('SIGTERM');
      });
    child.once('close', (code) => resolve({ code, output }));
  });
}

const readyProgram = `process.send('ready'); setInterval(() => undefined, 1000);`;

test('a role never builds: it names the command to run', async () => {
  const { code, output } = await startRole('web');
  expect(code).toBe(1);
  expect(output).toBe(`! Footlight has not been built yet. Run npm run build in ${checkout.folder}, then start again.\n`);
  expect(existsSync(join(checkout.folder, 'dist'))).toBe(false);
});

test('a role starts with a build by another version of Node.js, but not with a build of other sources', async () => {
  checkout.writeFakeBuild({ 'web.js': readyProgram }, 'v20.0.0');
  const { code, output } = await startRole('web');
  expect([code, output]).toEqual([0, expect.stringContaining('web is ready')]);
  const addedFile = join(checkout.folder, 'server/added.ts');
  writeFileSync(addedFile, 'export {};\n');
  try {
    expect((await startRole('web')).output).toBe(
      `! The sources in ${checkout.folder} have changed since the last build. Run npm run build there, then start again.\n`,
    );
  } finally {
    rmSync(addedFile);
  }
});

test('an unreachable database is reported by its variable and address, without its password and without a stack', async () => {
  checkout.writeFakeBuild({ 'main.js': readyProgram });
  const port = await freePort();
  const { code, output } = await startRole('api', {
    DATABASE_URL: `postgres://footlight:${password}@127.0.0.1:${String(port)}/stage`,
  });
  expect(code).toBe(1);
  expect(output).toBe(
    `! The database at DATABASE_URL cannot be reached (127.0.0.1:${String(port)}, database stage, user footlight): ` +
      `connect ECONNREFUSED 127.0.0.1:${String(port)}. Start PostgreSQL, or correct DATABASE_URL.\n`,
  );
});

const server = await databaseServer();

describe('a site of separate roles, configured as docs/install.md describes, on an empty database', () => {
  const name = `roles_${String(process.pid)}`;
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const children: ChildProcess[] = [];
  beforeAll(() => onServer(server, `create database ${name}`));
  afterAll(async () => {
    for (const child of children) {
      const exited = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await exited;
    }
    await onServer(server, `drop database ${name} with (force)`);
  });

  /** A value for each variable that the section names at the beginning of a list item. */
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
  const documentedVariables = (): Record<string, string> => {
    const text = readFileSync('docs/install.md', 'utf8');
    const section = /\n## Separate roles\n(.*?)\n## /s.exec(text)?.[1] ?? '';
    const namedVariables = section
      .split('\n- ')
      .slice(1)
      .flatMap((listItem) => (/^[^:]*/.exec(listItem)?.[0] ?? '').match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []);
    return Object.fromEntries(namedVariables.flatMap((variable) => (variable in values ? [[variable, values[variable] ?? '']] : [])));
  };

  test('two API roles that start together create one operator, who can log in', async () => {
    checkout.writeFakeBuild({ 'main.js': readFileSync(bundle('server/main.ts'), 'utf8') });
    const ports = [await freePort(), await freePort()];
    let output = '';
    for (const port of ports) {
      const child = spawn(process.execPath, ['--import', 'tsx', 'bin/role.ts', 'api'], {
        cwd: checkout.folder,
        env: {
          NODE_ENV: 'production',
          PATH: process.env['PATH'],
          DATA_DIR: join(checkout.folder, 'data'),
          API_PORT: String(port),
          ...documentedVariables(),
        },
      });
      children.push(child);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    await eventually(() => expect(output.match(/api is ready/g)).toHaveLength(2));
    const body = JSON.stringify({ email: values['OPERATOR_EMAIL'], password: values['OPERATOR_PASSWORD'] });
    for (const port of ports) {
      const response = await fetch(`http://127.0.0.1:${String(port)}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([response.status, await response.json()]).toEqual([
        200,
        { data: expect.objectContaining({ token: expect.any(String) as unknown }) as unknown },
      ]);
    }
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ role: string }>('select role from accounts');
    await client.end();
    expect(rows).toEqual([{ role: 'operator' }]);
  });
});

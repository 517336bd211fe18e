/** Roles in processes of their own: what they refuse to start on, and in which words. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout, type Checkout } from '../support/checkout';
import { freePort } from '../support/ports';

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
    env: { PATH: process.env['PATH'], APP_SECRET: 'a secret for tests only, long enough', DATA_DIR: join(checkout.folder, 'data'), ...env },
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

/** The people of the demonstration, made once for a run: a database to copy, and the files that it tells of. */
import { existsSync } from 'node:fs';
import { cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { seed } from '@server/seed/main';
import { databaseServer, runFiles } from './database';
import { webVariables } from './shared-site';
import { openWorld, type Origin } from './world';

/** What all of them sign in with. */
export const castPassword = 'a password of the demonstration';

const template = 'footlight_cast';

/** The last arguments of `openSite` and `journey`: a site on which these people are. */
export const withCast: [environment: Record<string, string>, options: { origin: () => Promise<Origin> }] = [
  { DEMO_PASSWORD: castPassword },
  { origin: cast },
];

/** Where they are. The first test file of a run that asks makes them; the others wait for it. */
async function cast(): Promise<Origin> {
  const server = new pg.Client({ connectionString: await databaseServer() });
  const files = join(runFiles().folder, 'cast');
  await server.connect();
  try {
    await server.query(`select pg_advisory_lock(hashtext('${template}'))`);
    if (!existsSync(files)) await make(files);
  } finally {
    await server.end();
  }
  return { database: template, files };
}

async function make(files: string): Promise<void> {
  const { APP_SECRET = '' } = webVariables({ site: 0, api: 0 });
  const world = await openWorld({ APP_SECRET, DEMO_PASSWORD: castPassword });
  await seed(world.ctx);
  // Beside its place first: a copy that was broken off is no cast.
  await cp(world.ctx.config.dataDir, `${files}.new`, { recursive: true });
  await world.close({ keepAs: template });
  await rename(`${files}.new`, files);
}

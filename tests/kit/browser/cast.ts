/** The people of the demonstration, made once for a run: a database to copy, and the files that it tells of. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { seed } from '@server/seed/main';
import { onceInRun, runFiles } from '../host/database';
import { webVariables } from './shared-site';
import { openWorld, type Origin } from '../host/test-host';

/** What all of them sign in with. */
export const castPassword = 'a password of the demonstration';

const template = 'footlight_cast';

/** The last arguments of `openSite` and `journey`: a site on which these people are. */
export const withCast: [environment: Record<string, string>, options: { origin: () => Promise<Origin> }] = [
  { DEMO_PASSWORD: castPassword },
  { origin: cast },
];

/** Where they are. */
async function cast(): Promise<Origin> {
  const files = join(runFiles().folder, 'cast');
  await onceInRun(template, () => make(files));
  return { database: template, files };
}

async function make(files: string): Promise<void> {
  const { APP_SECRET = '' } = webVariables({ site: 0, api: 0 });
  const world = await openWorld({ APP_SECRET, DEMO_PASSWORD: castPassword });
  await seed(world.ctx);
  await cp(world.ctx.config.dataDir, files, { recursive: true });
  await world.close({ keepAs: template });
}

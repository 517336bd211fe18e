/** The people of the demonstration, seeded once per run: a template database to copy, and the files that it refers to. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { seed } from '@server/seed/main';
import { onceInRun, runFiles } from '../host/database';
import { webVariables } from './shared-site';
import { openTestHost, type SiteTemplate } from '../host/test-host';

/** The password of all of them. */
export const castPassword = 'a password of the demonstration';

const template = 'footlight_cast';

/** The last arguments of `openSite` and `journey` for a site with these people. */
export const withCast: [environment: Record<string, string>, options: { origin: () => Promise<SiteTemplate> }] = [
  { DEMO_PASSWORD: castPassword },
  { origin: cast },
];

/** The template database and its folder of files. */
async function cast(): Promise<SiteTemplate> {
  const files = join(runFiles().folder, 'cast');
  await onceInRun(template, () => make(files));
  return { database: template, files };
}

async function make(files: string): Promise<void> {
  const { APP_SECRET = '' } = webVariables({ site: 0, api: 0 });
  const testHost = await openTestHost({ APP_SECRET, DEMO_PASSWORD: castPassword });
  await seed(testHost.ctx);
  await cp(testHost.ctx.config.dataDir, files, { recursive: true });
  await testHost.close({ keepAs: template });
}

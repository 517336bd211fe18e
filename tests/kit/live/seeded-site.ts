/** The demonstration, seeded once per run: a template database to copy, and the files that it refers to. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seed, type DemoPerson } from '@server/seed/main';
import { onceInRun, runFiles } from '../host/database';
import type { SiteTemplate } from '../host/test-host';
import { openLiveTestHost } from './shows';

/** The password of all demo accounts. */
export const demoPassword = 'a password for the demo';

const template = 'footlight_demo';

export interface SeededSite extends SiteTemplate {
  /** What each of two concurrent starts returned. */
  returned: DemoPerson[][];
}

export async function seededSite(): Promise<SeededSite> {
  const folder = runFiles().folder;
  const [files, returnedFile] = [join(folder, 'demo'), join(folder, 'demo.json')];
  await onceInRun(template, async () => {
    const { testHost } = await openLiveTestHost({ DEMO_PASSWORD: demoPassword });
    const returned = await Promise.all([seed(testHost.ctx), seed(testHost.ctx)]);
    await cp(testHost.ctx.config.dataDir, files, { recursive: true });
    await writeFile(returnedFile, JSON.stringify(returned));
    await testHost.close({ keepAs: template });
  });
  return { database: template, files, returned: JSON.parse(await readFile(returnedFile, 'utf8')) as DemoPerson[][] };
}

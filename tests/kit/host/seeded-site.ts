/** A site with the demo data, seeded once per run: a template database to copy, and the files that it refers to. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seed, type DemoPerson } from '@server/seed/main';
import { onceInRun, runFiles } from './database';
import type { SiteTemplate, TestHost } from './test-host';

export interface SeededSite extends SiteTemplate {
  /** What each of two concurrent calls of `seed` returned. */
  returned: DemoPerson[][];
}

/** The template of this name, seeded on the host that `open` opens. */
export async function seededSite(template: string, open: () => Promise<TestHost>): Promise<SeededSite> {
  const files = join(runFiles().folder, template);
  const returnedFile = `${files}.json`;
  await onceInRun(template, async () => {
    const testHost = await open();
    const returned = await Promise.all([seed(testHost.ctx), seed(testHost.ctx)]);
    await cp(testHost.ctx.config.dataDir, files, { recursive: true });
    await writeFile(returnedFile, JSON.stringify(returned));
    await testHost.close({ keepAs: template });
  });
  return { database: template, files, returned: JSON.parse(await readFile(returnedFile, 'utf8')) as DemoPerson[][] };
}

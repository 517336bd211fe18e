/** How soon a site that is installed and built stands: in an empty folder, and in one in which it stood before. */
import { join } from 'node:path';
import { ensureBuild } from '../../bin/build';
import { ownDatabase } from '../../server/platform/db/engine/engine';
import { migrate } from '../../server/platform/db/migrate';
import { folderFor, root } from './tools/hosts';
import { closeBack, opened, started } from './processes';
import { middleOf, type Row } from './rows';
import { siteVariables } from './tools/site';

const silent = { info: () => undefined, warn: console.warn };
const databases = 3;
const starts = 3;
const look_ms = 20;
const wanted_ms = { database: 3_000, page: 5_000 } as const;

const seconds = (time_ms: number): string => `${(time_ms / 1000).toFixed(1)} s`;

/** Makes a database where there is none; the time until it answers, and until it has its tables. */
async function makeDatabase(): Promise<{ made_ms: number; migrated_ms: number }> {
  const folder = await folderFor('database');
  const begun = performance.now();
  const database = await ownDatabase(folder, silent, {});
  const made_ms = performance.now() - begun;
  await migrate(database.url);
  const migrated_ms = performance.now() - begun;
  await database.close();
  return { made_ms, migrated_ms };
}

/** The time from the command until the first page was served whole, and until the command said that all is ready. */
async function start(folder: string): Promise<{ page_ms: number; ready_ms: number }> {
  const env = await siteVariables(folder);
  const before = opened();
  const begun = performance.now();
  const over = new AbortController();
  const page = (async () => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${env.SITE_URL}/`).catch(() => null);
      const text = await answer?.text();
      if (answer?.ok && text?.includes('</html>')) return performance.now() - begun;
      await new Promise((resolve) => setTimeout(resolve, look_ms));
    }
    throw new Error('the site ended before it served a page');
  })();
  // Where the start itself fails, that is told.
  page.catch(() => undefined);
  try {
    await started('bin/start.ts', root, env);
    const ready_ms = performance.now() - begun;
    return { page_ms: await page, ready_ms };
  } finally {
    over.abort();
    await closeBack(before);
  }
}

/** Builds the checkout first where that was not done. */
export async function startUp(measured: (row: Row) => void): Promise<void> {
  await ensureBuild(process.env);
  const made = [];
  for (let turn = 0; turn < databases; turn += 1) made.push(await makeDatabase());
  const made_ms = middleOf(made.map((one) => one.made_ms));
  measured({
    what: 'database made where there was none',
    measured: seconds(made_ms),
    reach: `< ${seconds(wanted_ms.database)}`,
    holds: made_ms < wanted_ms.database,
    reference: `middle of ${String(databases)}; with all its tables ${seconds(middleOf(made.map((one) => one.migrated_ms)))}`,
  });
  const folder = join(await folderFor('start'), 'data');
  const first = await start(folder);
  const row = (what: string, page_ms: number, reference: string): void =>
    measured({ what, measured: seconds(page_ms), reach: `< ${seconds(wanted_ms.page)}`, holds: page_ms < wanted_ms.page, reference });
  row(
    'first page after the first start of all',
    first.page_ms,
    `database and demo people are made; all ready after ${seconds(first.ready_ms)}`,
  );
  const again = [];
  for (let turn = 0; turn < starts; turn += 1) again.push(await start(folder));
  row(
    'first page after a start',
    middleOf(again.map((one) => one.page_ms)),
    `middle of ${String(starts)}; all ready after ${seconds(middleOf(again.map((one) => one.ready_ms)))}`,
  );
}

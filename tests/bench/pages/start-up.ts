/** How fast an installed and built site starts: in an empty folder, and in one with existing data. */
import { join } from 'node:path';
import { ensureBuild } from '../../../bin/build';
import { openEmbeddedDatabase } from '../../../server/platform/db/engine/engine';
import { migrate } from '../../../server/platform/db/migrate';
import { temporaryFolder, root } from '../tools/hosts';
import { runCleanupsSince, cleanupCount, startModule } from '../tools/processes';
import { median, type Row } from '../tools/rows';
import { siteVariables } from '../tools/site';

const log = { info: () => undefined, warn: console.warn };
const databaseCount = 3;
const startCount = 3;
const poll_ms = 20;
const required_ms = { database: 3_000, page: 5_000 } as const;

const seconds = (time_ms: number): string => `${(time_ms / 1000).toFixed(1)} s`;

/** Creates a database; returns the time until it accepts connections, and until it is migrated. */
async function createDatabase(): Promise<{ created_ms: number; migrated_ms: number }> {
  const folder = await temporaryFolder('database');
  const start_ms = performance.now();
  const database = await openEmbeddedDatabase(folder, log, {});
  const created_ms = performance.now() - start_ms;
  await migrate(database.url);
  const migrated_ms = performance.now() - start_ms;
  await database.close();
  return { created_ms, migrated_ms };
}

/** The time from the command until the first page was served completely, and until the command reported that everything is ready. */
async function start(folder: string): Promise<{ page_ms: number; ready_ms: number }> {
  const env = await siteVariables(folder);
  const before = cleanupCount();
  const start_ms = performance.now();
  const stopped = new AbortController();
  const page = (async () => {
    while (!stopped.signal.aborted) {
      const response = await fetch(`${env.SITE_URL}/`).catch(() => null);
      const text = await response?.text();
      if (response?.ok && text?.includes('</html>')) return performance.now() - start_ms;
      await new Promise((resolve) => setTimeout(resolve, poll_ms));
    }
    throw new Error('the site ended before it served a page');
  })();
  // If the start itself fails, that error is thrown instead.
  page.catch(() => undefined);
  try {
    await startModule('bin/start.ts', root, env);
    const ready_ms = performance.now() - start_ms;
    return { page_ms: await page, ready_ms };
  } finally {
    stopped.abort();
    await runCleanupsSince(before);
  }
}

/** Measures the creation of databases, a first start and later ones. Builds the checkout first if necessary. */
export async function startUp(report: (row: Row) => void): Promise<void> {
  await ensureBuild(process.env);
  const creations = [];
  for (let round = 0; round < databaseCount; round += 1) creations.push(await createDatabase());
  const created_ms = median(creations.map((creation) => creation.created_ms));
  report({
    what: 'creation of a new database',
    measured: seconds(created_ms),
    target: `< ${seconds(required_ms.database)}`,
    isReached: created_ms < required_ms.database,
    reference: `median of ${String(databaseCount)}; including migrations ${seconds(median(creations.map((creation) => creation.migrated_ms)))}`,
  });
  const folder = join(await temporaryFolder('start'), 'data');
  const first = await start(folder);
  const reportPage = (what: string, page_ms: number, reference: string): void =>
    report({
      what,
      measured: seconds(page_ms),
      target: `< ${seconds(required_ms.page)}`,
      isReached: page_ms < required_ms.page,
      reference,
    });
  reportPage(
    'first page after the first start',
    first.page_ms,
    `includes the creation of the database and the demo; all ready after ${seconds(first.ready_ms)}`,
  );
  const restarts = [];
  for (let round = 0; round < startCount; round += 1) restarts.push(await start(folder));
  reportPage(
    'first page after a start',
    median(restarts.map((restart) => restart.page_ms)),
    `median of ${String(startCount)}; all ready after ${seconds(median(restarts.map((restart) => restart.ready_ms)))}`,
  );
}

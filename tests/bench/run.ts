/**
 * `npm run bench` measures ratios to references that are built for the same run, and sizes. It prints a table with the size of the
 * machine. Nothing here passes or fails, because absolute times on a shared machine mean little. A whole run writes
 * docs/benchmarks.md; names of parts after `--` run only those and write nothing: `npm run bench -- growth`.
 */
import { loadavg } from 'node:os';
import { openEmbeddedDatabase } from '../../server/platform/db/engine/engine';
import { machine, writePage, type PartResult } from './document';
import { temporaryFolder } from './tools/hosts';
import { parts, type Part } from './parts';
import { registerCleanup, runCleanupsSince, cleanupCount } from './tools/processes';
import { output, printRow, type Row } from './tools/rows';
import { openSite, type Site } from './tools/site';

type Name = keyof typeof parts;
const names = Object.keys(parts) as Name[];

/** Shared resources of the parts, opened when the first part needs them and kept for the others. */
const shared: { databaseUrl?: string; site?: Site } = {};

async function database(): Promise<string> {
  if (shared.databaseUrl === undefined) {
    const embedded = await openEmbeddedDatabase(await temporaryFolder('data'), { info: () => undefined, warn: console.warn }, {});
    registerCleanup(() => embedded.close());
    shared.databaseUrl = embedded.url;
  }
  return shared.databaseUrl;
}

const site = async (): Promise<Site> => (shared.site ??= await openSite(await database()));

/** Returns the part's function with what it needs already open, so that what the part opens itself can be closed after it. */
async function prepare(part: Part): Promise<(report: (row: Row) => void) => Promise<void>> {
  if (part.needs === 'nothing') return part.run;
  if (part.needs === 'database') {
    const url = await database();
    return (report) => part.run(url, report);
  }
  const openedSite = await site();
  return (report) => part.run(openedSite, report);
}

/** Runs a part. A failure loses only this part's figures. */
async function runPart(name: Name): Promise<PartResult> {
  const [part, startedAt]: [Part, number] = [parts[name], performance.now()];
  const rows: Row[] = [];
  let failure: string | null = null;
  try {
    const run = await prepare(part);
    const cleanupsBefore = cleanupCount();
    try {
      await run((row) => rows.push(printRow(row)));
    } finally {
      await runCleanupsSince(cleanupsBefore);
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    output.error(`${name} ended early:`, error);
  }
  return { name, part, rows, failure, took_s: (performance.now() - startedAt) / 1000 };
}

const load = (): string =>
  loadavg()
    .map((figure) => figure.toFixed(1))
    .join(', ');

async function bench(selectedNames: string[]): Promise<void> {
  const unknown = selectedNames.filter((name) => !names.some((candidate) => candidate === name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  const [startedAt, loadBefore] = [new Date(), load()];
  const results: PartResult[] = [];
  for (const name of names) if (selectedNames.length === 0 || selectedNames.includes(name)) results.push(await runPart(name));
  const rows = results.flatMap((result) => result.rows);
  output.table(
    Object.fromEntries(rows.map(({ what, reference, measured, target, isReached }) => [what, { measured, target, isReached, reference }])),
  );
  const loadAfter = load();
  output.log(`${machine()}; load ${loadBefore} before and ${loadAfter} after`);
  if (selectedNames.length === 0) await writePage({ startedAt, load: { before: loadBefore, after: loadAfter }, results });
  if (results.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

try {
  await bench(process.argv.slice(2));
} finally {
  await runCleanupsSince(0);
}

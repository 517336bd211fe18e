/**
 * `npm run bench`: shares taken in one run, of references built for that run, and sizes. Prints a table with the size of the
 * machine; nothing here passes or fails, for absolute times on a shared machine mean little. A whole run writes
 * docs/benchmarks.md; names of parts after `--` run these alone and write nothing: `npm run bench -- growth`.
 */
import { loadavg } from 'node:os';
import { ownDatabase } from '../../server/platform/db/engine/engine';
import { machine, writePage, type Found } from './document';
import { folderFor } from './tools/hosts';
import { parts, type Part } from './parts';
import { atEnd, closeBack, opened } from './processes';
import { output, said, type Row } from './rows';
import { openSite, type Site } from './tools/site';

type Name = keyof typeof parts;
const names = Object.keys(parts) as Name[];

/** What parts are lent, opened when the first of them asks and kept for the others. */
const lent: { databaseUrl?: string; site?: Site } = {};

async function database(): Promise<string> {
  if (lent.databaseUrl === undefined) {
    const own = await ownDatabase(await folderFor('data'), { info: () => undefined, warn: console.warn }, {});
    atEnd(() => own.close());
    lent.databaseUrl = own.url;
  }
  return lent.databaseUrl;
}

const site = async (): Promise<Site> => (lent.site ??= await openSite(await database()));

/** The part with what it needs at hand, so that what it opens by itself can be put away after it. */
async function ready(part: Part): Promise<(measured: (row: Row) => void) => Promise<void>> {
  if (part.needs === 'nothing') return part.run;
  if (part.needs === 'database') {
    const url = await database();
    return (measured) => part.run(url, measured);
  }
  const whole = await site();
  return (measured) => part.run(whole, measured);
}

/** A part that breaks down costs its own figures, and not those of the others. */
async function found(name: Name): Promise<Found> {
  const [part, begun]: [Part, number] = [parts[name], performance.now()];
  const rows: Row[] = [];
  let failure: string | null = null;
  try {
    const run = await ready(part);
    const before = opened();
    try {
      await run((row) => rows.push(said(row)));
    } finally {
      await closeBack(before);
    }
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
    output.error(`${name} ended early:`, error);
  }
  return { name, part, rows, failure, took_s: (performance.now() - begun) / 1000 };
}

const load = (): string =>
  loadavg()
    .map((figure) => figure.toFixed(1))
    .join(', ');

async function bench(named: string[]): Promise<void> {
  const unknown = named.filter((name) => !names.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  const [begun, before] = [new Date(), load()];
  const all: Found[] = [];
  for (const name of names) if (named.length === 0 || named.includes(name)) all.push(await found(name));
  const rows = all.flatMap((one) => one.rows);
  output.table(
    Object.fromEntries(rows.map(({ what, reference, measured, reach, holds }) => [what, { measured, reach, holds, reference }])),
  );
  const after = load();
  output.log(`${machine()}; load ${before} before and ${after} after`);
  if (named.length === 0) await writePage({ begun, load: { before, after }, found: all });
  if (all.some(({ failure }) => failure !== null)) process.exitCode = 1;
}

try {
  await bench(process.argv.slice(2));
} finally {
  await closeBack(0);
}

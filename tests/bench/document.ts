/** The figures of a whole run as a page for people. */
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './tools/hosts';
import type { Part } from './parts';
import type { Row } from './rows';

/** What was found in a part; `failure` says why there is no more of it. */
export interface Found {
  name: string;
  part: Part;
  rows: Row[];
  failure: string | null;
  took_s: number;
}

export interface Run {
  begun: Date;
  /** How many processes wanted a core on average, before and after. */
  load: { before: string; after: string };
  found: Found[];
}

const place = 'docs/benchmarks.md';
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');
const line = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => line(...cells)).join('\n');
const minutes = (time_s: number): string => `${(time_s / 60).toFixed(1)} min`;

export const machine = (): string =>
  `${String(availableParallelism())} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(1)} GiB of memory, Node ${process.version}`;

const section = ({ name, part, rows, failure, took_s }: Found): string => `## ${part.title}

${part.means}

\`npm run bench -- ${name}\` (${minutes(took_s)})

${failure === null ? '' : `**Ended early: ${cell(failure)}**\n`}
${table(
  ['what', 'measured', 'to be reached', 'holds', 'compared with'],
  rows.map((row) => [row.what, row.measured, row.reach, row.holds ? 'yes' : '**no**', row.reference]),
)}
`;

function pageOf({ begun, load, found }: Run): string {
  const rows = found.flatMap((one) => one.rows);
  const short = rows.filter(({ holds }) => !holds);
  const failed = found.filter(({ failure }) => failure !== null);
  const took_s = found.reduce((sum, one) => sum + one.took_s, 0);
  return `# Benchmarks

\`npm run bench\` measures everything below in one run and writes this page anew; with the names of parts behind \`--\` it measures those and prints them, and leaves the page alone. Times on another machine differ: what counts are shares of something that was measured beside it, in turns, within the same minutes. Nothing here is a test: a figure that falls short fails no run.

${table(
  ['this run', ''],
  [
    ['date', `${begun.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['machine', machine()],
    ['clients', 'on the same machine, so that they take their share of its cores'],
    ['load before and after (1, 5 and 15 minutes)', `${load.before}; ${load.after}`],
    ['took', minutes(took_s)],
    ['figures that hold', `${String(rows.length - short.length)} of ${String(rows.length)}`],
    ...(failed.length > 0 ? [['parts that ended early', failed.map(({ name }) => name).join(', ')]] : []),
  ],
)}

${short.length === 0 ? '' : `What falls short: ${short.map(({ what, measured, reach }) => `${what} (${measured}; ${reach})`).join('; ')}.\n`}
${found.map(section).join('\n')}`;
}

/** Writes the page of a whole run. */
export async function writePage(run: Run): Promise<void> {
  const path = join(root, place);
  await writeFile(path, await format(pageOf(run), { ...(await resolveConfig(path)), parser: 'markdown' }));
}

/** Renders the figures of a whole run as docs/benchmarks.md. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './tools/hosts';
import type { Part } from './parts';
import type { Row } from './tools/rows';

/** The figures of a part; `failure` is the reason if it ended early. */
export interface PartResult {
  name: string;
  part: Part;
  rows: Row[];
  failure: string | null;
  took_s: number;
}

export interface Run {
  startedAt: Date;
  /** The number of runnable processes on average, before and after. */
  load: { before: string; after: string };
  results: PartResult[];
}

const pagePath = 'docs/benchmarks.md';
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');
const tableRow = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => tableRow(...cells)).join('\n');
const minutesOf = (time_s: number): string => `${(time_s / 60).toFixed(1)} min`;

export const machine = (): string =>
  `${String(availableParallelism())} cores (${cpus()[0]?.model ?? 'unknown'}), ${(totalmem() / 2 ** 30).toFixed(1)} GiB of memory, Node ${process.version}`;

const section = ({ name, part, rows, failure, took_s }: PartResult): string => `## ${part.title}

${part.description}

\`npm run bench -- ${name}\` (${minutesOf(took_s)})

${failure === null ? '' : `**Ended early: ${cell(failure)}**\n`}
${table(
  ['what', 'measured', 'target', 'reached', 'compared with'],
  rows.map((row) => [row.what, row.measured, row.target, row.isReached ? 'yes' : '**no**', row.reference]),
)}
`;

function pageOf({ startedAt, load, results }: Run): string {
  const rows = results.flatMap((partResult) => partResult.rows);
  const missedTargets = rows.filter(({ isReached }) => !isReached);
  const failed = results.filter(({ failure }) => failure !== null);
  const took_s = results.reduce((sum, partResult) => sum + partResult.took_s, 0);
  return `# Benchmarks

\`npm run bench\` measures everything below in one run and rewrites this page; with names of parts after \`--\` it measures only those, prints them, and does not change the page. Absolute times depend on the machine: the relevant figures are ratios to a reference that is measured alternately within the same minutes. Nothing here is a test: a figure below its target fails no run.

${table(
  ['this run', ''],
  [
    ['date', `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['machine', machine()],
    ['clients', 'on the same machine, so they use a part of its cores'],
    ['load before and after (1, 5 and 15 minutes)', `${load.before}; ${load.after}`],
    ['took', minutesOf(took_s)],
    ['targets reached', `${String(rows.length - missedTargets.length)} of ${String(rows.length)}`],
    ...(failed.length > 0 ? [['parts that ended early', failed.map(({ name }) => name).join(', ')]] : []),
  ],
)}

${missedTargets.length === 0 ? '' : `Targets not reached: ${missedTargets.map(({ what, measured, target }) => `${what} (${measured}; ${target})`).join('; ')}.\n`}
${results.map(section).join('\n')}`;
}

/** Writes the page of a whole run. */
export async function writePage(run: Run): Promise<void> {
  const path = join(root, pagePath);
  await writeFile(path, pageOf(run));
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [path]);
}

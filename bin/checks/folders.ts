/**
 * Part of `npm run boundaries`: the folders of the server have no import cycles. Acyclic files are not enough: two folders that import
 * each other can only be read, moved and tested together. It also limits the size of files and folders. The picture of the domains in
 * ARCHITECTURE.md is derived from the same imports, and `--picture` draws it. Type imports do not count: they are erased.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../environment';

interface Import {
  from: string;
  to: string;
}

const roots = {
  '@server/': 'server/',
  '@web/': 'src/',
  '@contract/': 'contract/',
  '@sfu/': 'packages/sfu/src/',
  '@client-address/': 'packages/client-address/src/',
};
const checked = ['server'];
/** Where the size of folders and files is limited. */
const sized = ['contract', 'packages', 'server', 'src', 'pages'];

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** `server/money/charges/rows.ts` is in `server/money/charges`, and so are deeper files. */
const folderOf = (file: string): string => dirname(file).split('/').slice(0, 3).join('/');

const importing = /^(?:import|export)\s(?!type\s)(?:([^'";]*?)\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
const onlyTypes = (names: string): boolean =>
  /^\{[^}]*\}$/.test(names.trim()) &&
  names
    .replaceAll(/[{}]/g, '')
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '));

function importsOf(file: string, existing: ReadonlySet<string>): Import[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(importing)].flatMap(([, names = '', named, dynamic]) => {
    if (names !== '' && onlyTypes(names)) return [];
    const path = named ?? dynamic ?? '';
    const alias = Object.entries(roots).find(([prefix]) => path.startsWith(prefix));
    const whole = alias ? alias[1] + path.slice(alias[0].length) : posix.normalize(posix.join(dirname(file), path));
    const to = [whole, `${whole}.ts`, `${whole}.tsx`].find((one) => existing.has(one));
    return to === undefined ? [] : [{ from: file, to }];
  });
}

/** Groups of more than one folder that import each other (Tarjan's algorithm). */
function cyclesIn(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const [order, lowest] = [new Map<string, number>(), new Map<string, number>()];
  const waiting: string[] = [];
  const visit = (folder: string): number => {
    order.set(folder, order.size);
    let low = order.get(folder) ?? 0;
    waiting.push(folder);
    for (const next of arrows.get(folder) ?? [])
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (waiting.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    lowest.set(folder, low);
    if (low === order.get(folder)) {
      const cycle = waiting.splice(waiting.indexOf(folder));
      if (cycle.length > 1) cycles.push(cycle);
    }
    return low;
  };
  for (const folder of arrows.keys()) if (!order.has(folder)) visit(folder);
  return cycles;
}

const files = checked.flatMap(filesBelow);
const existing = new Set(files);
const imports = files.flatMap((file) => importsOf(file, existing));
const arrows = new Map<string, Set<string>>();
for (const { from, to } of imports) {
  const [one, other] = [folderOf(from), folderOf(to)];
  if (one !== other) arrows.set(one, (arrows.get(one) ?? new Set()).add(other));
}

/** Each folder is drawn as the first layer whose pattern it matches; folders without one belong to `host`. */
const layers = (JSON.parse(readFileSync(join(root, 'bin/checks/layers.json'), 'utf8')) as [string, string][]).map(
  ([name, path]) => [name, new RegExp(path)] as const,
);
const layerOf = (folder: string): string => layers.find(([, path]) => path.test(`${folder}/`))?.[0] ?? folder.split('/')[1] ?? 'host';

/** The edges between domains, without those implied by others (transitive reduction). */
function pictureOf(): string {
  const drawn = new Map<string, Set<string>>();
  for (const [from, targets] of arrows)
    for (const to of targets)
      if (layerOf(from) !== layerOf(to)) drawn.set(layerOf(from), (drawn.get(layerOf(from)) ?? new Set()).add(layerOf(to)));
  const reach = (from: string): Set<string> => new Set([...(drawn.get(from) ?? [])].flatMap((next) => [next, ...reach(next)]));
  const lines = [...drawn].flatMap(([from, targets]) =>
    [...targets].filter((to) => ![...targets].some((other) => other !== to && reach(other).has(to))).map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart BT', ...lines.sort(), '```'].join('\n');
}

/** A larger folder cannot be read at a glance, and a longer file does more than one thing. Tests do not count as files here. */
const maxima = { files: 30, lines: 320 };
/** A table with a row for each setting: it is looked up, not read. */
const tables = new Set(['contract/kernel/settings.ts']);

function tooLarge(): string[] {
  const all = sized.flatMap(filesBelow);
  const inFolder = new Map<string, number>();
  for (const file of all) inFolder.set(dirname(file), (inFolder.get(dirname(file)) ?? 0) + 1);
  const crowded = [...inFolder].filter(([, count]) => count > maxima.files).map(([folder, count]) => `${folder} holds ${count} files`);
  const long = all
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([file, lines]) => lines > maxima.lines && !tables.has(file));
  return [...crowded, ...long.map(([file, lines]) => `${file} has ${lines} lines`)];
}

for (const one of tooLarge()) {
  process.stdout.write(`Too large: ${one}.\n`);
  process.exitCode = 1;
}
const cycles = cyclesIn(arrows);
for (const cycle of cycles) {
  const within = imports.filter(
    ({ from, to }) => folderOf(from) !== folderOf(to) && [from, to].every((file) => cycle.includes(folderOf(file))),
  );
  process.stdout.write(`These folders need each other: ${cycle.sort().join(', ')}\n`);
  for (const { from, to } of within) process.stdout.write(`  ${from} imports ${to}\n`);
}
if (cycles.length === 0) {
  const architectureFile = join(root, 'ARCHITECTURE.md');
  const text = readFileSync(architectureFile, 'utf8');
  const shown = /```mermaid\n[\s\S]*?\n```/.exec(text)?.[0];
  if (process.argv.includes('--picture') && shown !== undefined) writeFileSync(architectureFile, text.replace(shown, pictureOf()));
  const isDrawn = process.argv.includes('--picture') || shown === pictureOf();
  process.stdout.write(
    isDrawn
      ? `No folder needs another that needs it (${arrows.size} folders).\n`
      : 'The picture in ARCHITECTURE.md is an older one: run npm run boundaries -- --picture.\n',
  );
  if (!isDrawn) process.exitCode = 1;
} else process.exitCode = 1;

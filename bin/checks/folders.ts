/**
 * Part of `npm run boundaries`: the folders of the server have no import cycles. Acyclic files are not enough: two folders that import
 * each other can only be read, moved and tested together. It also limits the size of files and folders. The diagram of the domains in
 * ARCHITECTURE.md is derived from the same imports, and `--picture` updates it. Type imports do not count: they are erased.
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
const checkedFolders = ['server'];
/** Where the size of folders and files is limited. */
const sizeLimitedFolders = ['contract', 'packages', 'server', 'src', 'pages'];

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** `server/money/charges/rows.ts` is in `server/money/charges`, and so are deeper files. */
const folderOf = (file: string): string => dirname(file).split('/').slice(0, 3).join('/');

const importPattern = /^(?:import|export)\s(?!type\s)(?:([^'";]*?)\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;
const areOnlyTypes = (names: string): boolean =>
  /^\{[^}]*\}$/.test(names.trim()) &&
  names
    .replaceAll(/[{}]/g, '')
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '));

function importsOf(file: string, existing: ReadonlySet<string>): Import[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(importPattern)].flatMap(([, names = '', named, dynamic]) => {
    if (names !== '' && areOnlyTypes(names)) return [];
    const specifier = named ?? dynamic ?? '';
    const alias = Object.entries(roots).find(([prefix]) => specifier.startsWith(prefix));
    const base = alias ? alias[1] + specifier.slice(alias[0].length) : posix.normalize(posix.join(dirname(file), specifier));
    const to = [base, `${base}.ts`, `${base}.tsx`].find((path) => existing.has(path));
    return to === undefined ? [] : [{ from: file, to }];
  });
}

/** Groups of more than one folder that import each other (Tarjan's algorithm). */
function cyclesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const [indices, lowLinks] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const visit = (folder: string): number => {
    indices.set(folder, indices.size);
    let lowLink = indices.get(folder) ?? 0;
    stack.push(folder);
    for (const next of edges.get(folder) ?? [])
      if (!indices.has(next)) lowLink = Math.min(lowLink, visit(next));
      else if (stack.includes(next)) lowLink = Math.min(lowLink, lowLinks.get(next) ?? indices.get(next) ?? lowLink);
    lowLinks.set(folder, lowLink);
    if (lowLink === indices.get(folder)) {
      const cycle = stack.splice(stack.indexOf(folder));
      if (cycle.length > 1) cycles.push(cycle);
    }
    return lowLink;
  };
  for (const folder of edges.keys()) if (!indices.has(folder)) visit(folder);
  return cycles;
}

const files = checkedFolders.flatMap(filesBelow);
const existing = new Set(files);
const imports = files.flatMap((file) => importsOf(file, existing));
const edges = new Map<string, Set<string>>();
for (const { from, to } of imports) {
  const [source, target] = [folderOf(from), folderOf(to)];
  if (source !== target) edges.set(source, (edges.get(source) ?? new Set()).add(target));
}

/** Each folder is drawn as the first layer whose pattern it matches, or else as its domain; files directly in `server` are `host`. */
const layers = (JSON.parse(readFileSync(join(root, 'bin/checks/layers.json'), 'utf8')) as [string, string][]).map(
  ([name, path]) => [name, new RegExp(path)] as const,
);
const layerOf = (folder: string): string => layers.find(([, path]) => path.test(`${folder}/`))?.[0] ?? folder.split('/')[1] ?? 'host';

/** The Mermaid diagram of the edges between domains, without those implied by others (transitive reduction). */
function renderDiagram(): string {
  const drawn = new Map<string, Set<string>>();
  for (const [from, targets] of edges)
    for (const to of targets)
      if (layerOf(from) !== layerOf(to)) drawn.set(layerOf(from), (drawn.get(layerOf(from)) ?? new Set()).add(layerOf(to)));
  const reachableFrom = (from: string): Set<string> =>
    new Set([...(drawn.get(from) ?? [])].flatMap((next) => [next, ...reachableFrom(next)]));
  const lines = [...drawn].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reachableFrom(other).has(to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'flowchart BT', ...lines.sort(), '```'].join('\n');
}

/** A larger folder cannot be read at a glance, and a longer file does more than one thing. Tests do not count as files here. */
const sizeLimits = { files: 30, lines: 320 };
/** A table with a row for each setting: it is looked up, not read. */
const tables = new Set(['contract/kernel/settings.ts']);

function tooLarge(): string[] {
  const all = sizeLimitedFolders.flatMap(filesBelow);
  const inFolder = new Map<string, number>();
  for (const file of all) inFolder.set(dirname(file), (inFolder.get(dirname(file)) ?? 0) + 1);
  const crowded = [...inFolder].filter(([, count]) => count > sizeLimits.files).map(([folder, count]) => `${folder} has ${count} files`);
  const long = all
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([file, lines]) => lines > sizeLimits.lines && !tables.has(file));
  return [...crowded, ...long.map(([file, lines]) => `${file} has ${lines} lines`)];
}

for (const problem of tooLarge()) {
  process.stdout.write(`Too large: ${problem}.\n`);
  process.exitCode = 1;
}
const cycles = cyclesIn(edges);
for (const cycle of cycles) {
  const within = imports.filter(
    ({ from, to }) => folderOf(from) !== folderOf(to) && [from, to].every((file) => cycle.includes(folderOf(file))),
  );
  process.stdout.write(`These folders import each other: ${cycle.sort().join(', ')}\n`);
  for (const { from, to } of within) process.stdout.write(`  ${from} imports ${to}\n`);
}
if (cycles.length === 0) {
  const architectureFile = join(root, 'ARCHITECTURE.md');
  const text = readFileSync(architectureFile, 'utf8');
  const currentDiagram = /```mermaid\n[\s\S]*?\n```/.exec(text)?.[0];
  if (process.argv.includes('--picture') && currentDiagram !== undefined)
    writeFileSync(architectureFile, text.replace(currentDiagram, renderDiagram()));
  const isCurrent = process.argv.includes('--picture') || currentDiagram === renderDiagram();
  process.stdout.write(
    isCurrent
      ? `No import cycles between ${edges.size} folders.\n`
      : 'The diagram in ARCHITECTURE.md is out of date. Run npm run boundaries -- --picture.\n',
  );
  if (!isCurrent) process.exitCode = 1;
} else process.exitCode = 1;

/** The documentation refers only to what exists: paths, commands, variables, and link targets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { variables } from '@server/kernel/config-variables';

const root = process.cwd();
const filesBelow = (folder: string, suffix: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['docs', 'packages', 'server'].flatMap((folder) => filesBelow(folder, '.md')),
];
const textOf = (document: string): string => readFileSync(join(root, document), 'utf8');
const outsideBlocks = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');
const inCode = (text: string): string[] => [...outsideBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** The root folders: code that begins with one of them is a path of the project. */
const rootFolders = ['bin', 'contract', 'deploy', 'docs', 'packages', 'pages', 'public', 'server', 'src', 'styles', 'tests'];
const isPath = new RegExp(`^(${rootFolders.join('|')})/[\\w.*@<>{},[\\]/-]*$`);

/** Expands braces. In the result, a name in angle brackets stands for any name, and a star for a part of a name. */
function pathsIn(code: string): string[] {
  const braces = /^(.*)\{([^{}]+)\}(.*)$/.exec(code);
  if (!braces) return [code];
  const [, before = '', list = '', after = ''] = braces;
  return list.split(',').flatMap((part) => pathsIn(before + part.trim() + after));
}

function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '');
  if (!/[*<]/.test(plain)) return existsSync(join(root, plain)) || existsSync(join(root, `${plain}.ts`));
  const parts = plain.split('/').map((part) => new RegExp(`^${part.replaceAll('.', '\\.').replaceAll(/\*+|<[^>]+>/g, '.*')}$`));
  const walk = (folder: string, [part, ...rest]: RegExp[]): boolean => {
    if (part === undefined) return true;
    if (!existsSync(join(root, folder))) return false;
    const found = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => part.test(name));
    return found.some((entry) => (rest.length === 0 ? true : entry.isDirectory() && walk(join(folder, entry.name), rest)));
  };
  return walk('.', parts);
}

/** The anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsIn = (document: string): string[] =>
  [...outsideBlocks(textOf(document)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** All words of the sources, and the names of their files. */
const sourceWords = new Set(
  rootFolders
    .filter((folder) => folder !== 'docs')
    .flatMap((folder) => ['.ts', '.tsx', '.mjs', '.sql', '.yaml', '.json'].flatMap((suffix) => filesBelow(folder, suffix)))
    .flatMap((path) => [basename(path), ...(textOf(path).match(/[\p{L}\p{N}_$]+/gu) ?? [])]),
);
/** Names that packages define, not the sources. */
const packageNames = new Set(['reqId']);
/** Names in the style of code: `camelCase`, `PascalCase`, `calls()` and files. */
const isCodeName = /^(?:[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|\w+\(\)|[\w-]+\.tsx?)$/;

describe.each(documents)('%s', (document) => {
  test('names only existing paths', () => {
    const mentionedPaths = inCode(textOf(document)).filter((code) => isPath.test(code));
    expect(mentionedPaths.flatMap(pathsIn).filter((path) => !exists(path))).toEqual([]);
  });

  test('names only code that exists in the sources', () => {
    const names = inCode(textOf(document)).filter((code) => isCodeName.test(code));
    expect(names.filter((name) => !packageNames.has(name) && !sourceWords.has(name.replace(/\(\)$/, '')))).toEqual([]);
  });

  test('links only to existing files and headings', () => {
    const links = [...outsideBlocks(textOf(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const deadLinks = links.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const targetFile = file === '' ? document : normalize(join(dirname(document), file));
      if (!existsSync(join(root, targetFile))) return true;
      return anchor !== undefined && !anchorsIn(targetFile).includes(anchor);
    });
    expect(deadLinks).toEqual([]);
  });

  test('names only commands of the package', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const mentionedScripts = [...textOf(document).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(mentionedScripts.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

test('docs/configuration.md describes every environment variable, and no others', () => {
  const described = [...textOf('docs/configuration.md').matchAll(/^### `([A-Z0-9_]+)`$/gm)].map(([, name = '']) => name);
  expect(described.sort()).toEqual(Object.keys(variables).sort());
});

test('the README names existing variables only', () => {
  const rows = textOf('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in variables))).toEqual([]);
});

test('every document in docs is linked from another one', () => {
  const linkTargets = new Set(
    documents.flatMap((document) =>
      [...textOf(document).matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => normalize(join(dirname(document), target))),
    ),
  );
  const isLinked = (document: string): boolean =>
    linkTargets.has(document) || linkTargets.has(dirname(document)) || basename(document) === 'README.md';
  expect(documents.filter((document) => !isLinked(document) && document.startsWith('docs'))).toEqual([]);
});

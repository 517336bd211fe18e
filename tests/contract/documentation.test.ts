/** What the papers of the project name is there: paths, commands, variables, and where their links lead. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { variables } from '@server/kernel/config-variables';

const root = process.cwd();
const below = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end) && !name.includes('node_modules'))
    .map((name) => join(folder, name));

const papers = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...['docs', 'server'].flatMap((folder) => below(folder, '.md'))];
const textOf = (paper: string): string => readFileSync(join(root, paper), 'utf8');
const outsideBlocks = (text: string): string => text.replaceAll(/^```[^]*?^```$/gm, '');
const inCode = (text: string): string[] => [...outsideBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Folders of the tree: what begins with one of them is a path of the project. */
const rooms = ['bin', 'contract', 'deploy', 'docs', 'pages', 'public', 'server', 'src', 'styles', 'tests'];
const isPath = new RegExp(`^(${rooms.join('|')})/[\\w.*@<>{},[\\]/-]*$`);

/** A name between angles stands for any, a star for a part, and braces for each of what they hold. */
function pathsIn(code: string): string[] {
  const braces = /^(.*)\{([^{}]+)\}(.*)$/.exec(code);
  if (!braces) return [code];
  const [, before = '', list = '', after = ''] = braces;
  return list.split(',').flatMap((one) => pathsIn(before + one.trim() + after));
}

function isThere(path: string): boolean {
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

/** The name under which a heading can be linked. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
const anchorsIn = (paper: string): string[] =>
  [...outsideBlocks(textOf(paper)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe.each(papers)('%s', (paper) => {
  test('names only paths that are there', () => {
    const named = inCode(textOf(paper)).filter((code) => isPath.test(code));
    expect(named.flatMap(pathsIn).filter((path) => !isThere(path))).toEqual([]);
  });

  test('leads nowhere but to what is there', () => {
    const links = [...outsideBlocks(textOf(paper)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const dead = links.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const led = file === '' ? paper : normalize(join(dirname(paper), file));
      if (!existsSync(join(root, led))) return true;
      return anchor !== undefined && !anchorsIn(led).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test('names only commands of the package', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const asked = [...textOf(paper).matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(asked.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

test('the README explains every variable of the host, and no other', () => {
  const rows = textOf('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line));
  const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name));
  expect(told.sort()).toEqual(Object.keys(variables).sort());
});

test('every paper is led to by another', () => {
  const led = new Set(
    papers.flatMap((paper) =>
      [...textOf(paper).matchAll(/\]\(([^)\s#]+)/g)].map(([, target = '']) => normalize(join(dirname(paper), target))),
    ),
  );
  const isLed = (paper: string): boolean => led.has(paper) || led.has(dirname(paper)) || basename(paper) === 'README.md';
  expect(papers.filter((paper) => !isLed(paper) && paper.startsWith('docs'))).toEqual([]);
});

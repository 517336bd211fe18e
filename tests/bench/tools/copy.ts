/** A copy of the checkout for measuring: the same sources and packages, and reference pages that the product does not ship. */
import { constants } from 'node:fs';
import { copyFile, cp, link, mkdir, mkdtemp, readdir, symlink, readlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const sources = [
  'bin',
  'contract',
  'locales',
  'packages',
  'pages',
  'public',
  'server',
  'src',
  'styles',
  'tests',
  'next.config.js',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** The smallest possible page in the app shell. */
const barePage = `export default function Bare() {
  return <h1>Bare</h1>;
}
`;
export const barePath = '/bench-bare';

/** Creates the copy in the system's temporary folder and returns its path. Packages are hard links. */
export async function copyCheckout(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'footlight-bench-'));
  for (const source of sources) await cp(join(root, source), join(copy, source), { recursive: true });
  await writeFile(join(copy, `pages${barePath}.tsx`), barePage);
  await linkTree(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    // Hard links do not work across file systems.
    else await link(source, target).catch(() => copyFile(source, target, constants.COPYFILE_FICLONE));
  }
}

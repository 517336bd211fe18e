/**
 * Looks for keys, tokens and passwords of services in every file that git tracks, in the current folder or the given one.
 * Exits with 1 and prints the location of each finding, but never the secret itself.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const folder = process.argv[2] ?? '.';
const size_bytes_max = 2_000_000;
/** Dummy credentials that tests write into URLs that must be rejected. */
const dummyCredentials = 'user:word';
const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }];

/** The file's text; null for binary files and for files too large to be written by hand. */
function textOf(file: string): string | null {
  const bytes = readFileSync(join(folder, file));
  return bytes.length > size_bytes_max || bytes.includes(0) ? null : bytes.toString();
}

/** The locations and kinds of the secrets in a file. */
async function findingsIn(file: string): Promise<string[]> {
  const content = textOf(file);
  if (content === null) return [];
  const source = { filePath: file, content, ext: extname(file), contentType: 'text' as const };
  const { messages } = await lintSource({ source, options: { config: { rules }, maskSecrets: true } });
  const secrets = messages.filter(({ range }) => !content.slice(...range).includes(dummyCredentials));
  return secrets.map(({ loc, message }) => `${file}:${loc.start.line} ${message}`);
}

const files = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 50_000_000 }).split('\0').filter(Boolean);
const findings: string[] = [];
for (const file of files) findings.push(...(await findingsIn(file)));
if (findings.length > 0) {
  process.stderr.write(`${findings.map((finding) => `  ${finding}`).join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`no secrets in ${files.length} files\n`);
// The library would otherwise spend half a minute on computing statistics.
process.exit(0);

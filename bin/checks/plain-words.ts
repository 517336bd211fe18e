/**
 * Part of `npm run check`: plain English in comments, test titles and documents, and the field's names in code. Reports words that
 * stop a reader (*somebody*, *anew*, *she* for a person who is not known) and names that were replaced by standard ones. Exits
 * with 1 and prints their locations. Exceptions are in plain-words.json, with their reasons.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../environment';

interface Rules {
  /** By word: what to write instead. */
  words: Record<string, string>;
  /** By name in code: its standard name. */
  names: Record<string, string>;
  /** By path prefix: why these files are not checked. */
  exceptions: Record<string, string>;
}

const { words, names, exceptions } = JSON.parse(readFileSync(join(root, 'bin/checks/plain-words.json'), 'utf8')) as Rules;

const sources = ['*.ts', '*.tsx', '*.js', '*.mjs', '*.cjs', '*.css', '*.md', '.env.example'];
const bannedWord = new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'gi');
const oldName = new RegExp(`(?<![\\w$'"/.-])(${Object.keys(names).join('|')})(?![\\w$'"/-])`, 'g');

/** Comments of TypeScript, JavaScript and CSS, and the titles of tests. A `//` after a colon or in quotes is part of a URL. */
const comment = /\/\*[^]*?\*\/|(?<=^|[\s;,{}()])\/\/[^\n]*/g;
const title = /\b(?:test|it|describe|story|tell|journey)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
/** Code in documents is skipped: names in code are checked where the code is. */
const markdownCode = /^```[^]*?^```$|`[^`\n]*`/gm;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** The prose of a file; everything else is blanked out, so that line numbers stay. */
function proseOf(file: string, content: string): string {
  if (file.endsWith('.md')) return content.replaceAll(markdownCode, blank);
  if (file.endsWith('.env.example')) return content;
  const spans = [...content.matchAll(comment), ...(file.includes('.test.') ? content.matchAll(title) : [])].map(
    ({ 0: text, index }) => [index, index + text.length] as const,
  );
  spans.sort(([a], [b]) => a - b);
  let prose = '';
  for (const [from, to] of spans) {
    if (from < prose.length) continue;
    prose += blank(content.slice(prose.length, from)) + content.slice(from, to);
  }
  return prose;
}

function findingsIn(file: string): string[] {
  const content = readFileSync(join(root, file), 'utf8');
  const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
  const prose = proseOf(file, content);
  return [
    ...[...prose.matchAll(bannedWord)].map(
      ({ 0: found, index }) => `${file}:${lineAt(prose, index)} says "${found}": ${words[found.toLowerCase()]}`,
    ),
    ...[...content.matchAll(oldName)].map(({ 0: found, index }) => `${file}:${lineAt(content, index)} has ${found}: ${names[found]}`),
  ];
}

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', ...sources], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 50_000_000,
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)) && !Object.keys(exceptions).some((path) => file.startsWith(path)));

const findings = files.flatMap(findingsIn);
for (const finding of findings) process.stderr.write(`  ${finding}\n`);
if (findings.length > 0) {
  process.stderr.write(`${findings.length} words to replace\n`);
  process.exit(1);
}
process.stdout.write(`${files.length} files in plain words\n`);

/** `npm run docs:api` writes the API document from the contract; with `--check` it only reports whether the written one is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../server/platform/http/openapi';
import { exitWith, root } from './environment';

const file = `${root}/docs/openapi.json`;
const width = 140;
/** Deep enough for a response of an operation, and for a property of a component; deeper values stay on one line. */
const depth = 4;

/**
 * JSON for a repository: members share a line as long as they fit, and none is split below `depth`. A change of the API then
 * changes few lines, and the document has thousands of them instead of hundreds of thousands.
 */
function compact(value: unknown, indent = '', level = 0): string {
  const whole = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || level > depth) return whole;
  if (level > 0 && indent.length + whole.length <= width) return whole;
  const isList = Array.isArray(value);
  const inner = `${indent} `;
  const members = Object.entries(value).map(
    ([key, member]) => (isList ? '' : `${JSON.stringify(key)}:`) + compact(member, inner, level + 1),
  );
  const lines: string[] = [];
  for (const member of members) {
    const last = lines.at(-1) ?? '';
    const joined = `${last},${member}`;
    if (lines.length > 0 && inner.length + joined.length < width && !joined.includes('\n')) lines[lines.length - 1] = joined;
    else lines.push(member);
  }
  return `${isList ? '[' : '{'}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${isList ? ']' : '}'}`;
}

try {
  const current = `${compact(openApiDocument())}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (readFileSync(file, 'utf8') !== current) throw new Error('docs/openapi.json is out of date. Run `npm run docs:api`.');
} catch (error) {
  exitWith(error);
}

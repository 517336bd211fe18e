/** `npm run docs:api` writes the API's document from the contract; with `--check` it only says whether the written one is stale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '../server/http/openapi';
import { endWith, root } from './environment';

const file = `${root}/docs/openapi.json`;

try {
  const current = `${JSON.stringify(openApiDocument(), null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (readFileSync(file, 'utf8') !== current) throw new Error('docs/openapi.json differs from the contract: run `npm run docs:api`.');
} catch (error) {
  endWith(error);
}

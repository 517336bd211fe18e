/** Compares the errors that the last test run provoked with those that the contract declares; fails when one was never provoked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api, endpoint, type Name } from '../../contract/api';
import { errorsOf } from '../../contract/kernel/endpoint';

const folder = join(process.cwd(), 'coverage', 'refusals');
const provoked = new Set(readdirSync(folder).flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]));
const declared = (Object.keys(api) as Name[]).flatMap((name) => errorsOf(endpoint(name)).map((code) => `${name} ${code}`));
const missing = declared.filter((error) => !provoked.has(error));

if (missing.length > 0) {
  process.stderr.write(`Declared in the contract but not covered by any test:\n${missing.map((line) => `  ${line}`).join('\n')}\n`);
  process.exit(1);
}
process.stdout.write(`${declared.length} declared errors, all covered by tests\n`);

/**
 * Checks in the lockfile that the packages of a site have allowed licenses, come from the registry, and run no install scripts
 * that are not listed. Exits with 1 and names every problem.
 */
import { readFileSync } from 'node:fs';
import { supplyProblems, type Supply } from '../supply/faults';
import { exceptions, permissive, undigested } from '../supply/known';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = read('package-lock.json') as Pick<Supply, 'packages'>;
const { allowScripts } = read('package.json') as { allowScripts: Supply['scripts'] };
const problems = supplyProblems({ packages, permissive, exceptions, undigested, scripts: allowScripts });

if (problems.length > 0) {
  process.stderr.write(`${problems.map((problem) => `  ${problem}`).join('\n')}\n(Known licenses are listed in bin/supply/known.ts.)\n`);
  process.exit(1);
}
process.stdout.write(`${Object.keys(packages).length - 1} packages, all with a known license and a digest\n`);

/**
 * Asks the lockfile, and nothing else, whether the packages that a site is made of may be used, come from where they should,
 * and run nothing unnamed when they are installed. Ends with 1 and names every fault.
 */
import { readFileSync } from 'node:fs';
import { faultsOf, type Supply } from '../supply/faults';
import { exceptions, permissive, undigested } from '../supply/known';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { packages } = read('package-lock.json') as Pick<Supply, 'packages'>;
const { allowScripts } = read('package.json') as { allowScripts: Supply['scripts'] };
const faults = faultsOf({ packages, permissive, exceptions, undigested, scripts: allowScripts });

if (faults.length > 0) {
  process.stderr.write(`${faults.map((fault) => `  ${fault}`).join('\n')}\n(bin/supply/known.ts tells what is known of licences.)\n`);
  process.exit(1);
}
process.stdout.write(`${Object.keys(packages).length - 1} packages, each with known terms and a digest\n`);

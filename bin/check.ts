/** `npm run check`: runs all checks of the sources and finally names those that failed. */
import { runChecks } from './checks/checks';
import { root } from './environment';

process.chdir(root);
const started = performance.now();
const failed = await runChecks();
const took = `${Math.round((performance.now() - started) / 1000)} s`;
process.stdout.write(failed.length === 0 ? `All checks passed in ${took}.\n` : `Failed after ${took}: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** `npm run ledger:check`: checks the invariants of this site's ledger, running or not; exits with 1 when one is broken. */
import { Console } from 'node:console';
import { realClock } from '../server/kernel/random';
import { connect } from '../server/platform/db/db';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { checkLedger } from '../server/money/ledger/check';
import { makeLogger } from '../server/kernel/log';
import { allInvariants } from '../server/site/books/invariants';
import { readArguments } from './command-line';
import { commandEnvironment, exitWith, print } from './environment';

const help = `Usage: npm run ledger:check

Checks the invariants of this site's ledger. The site may be running or stopped. Exits with 1 if one is broken.`;

const output = new Console(process.stdout, process.stderr);

try {
  readArguments(help, {});
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, print);
  try {
    await migrate(database.directUrl);
    const connection = connect(database.directUrl, makeLogger('warn'));
    try {
      const checked = await checkLedger({ db: connection.db, clock: realClock }, allInvariants);
      output.table(
        Object.fromEntries(checked.laws.map(({ law, says, differences }) => [law, { invariant: says, differences: differences.length }])),
      );
      for (const { law, differences } of checked.laws) for (const difference of differences) print.warn(`${law}: ${difference}`);
      print.info(checked.ok ? 'The ledger is consistent.' : 'The ledger is not consistent. See above.');
      process.exitCode = checked.ok ? 0 : 1;
    } finally {
      await connection.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWith(error);
}

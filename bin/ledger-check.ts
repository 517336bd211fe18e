/** `npm run ledger:check`: asks the books of this site, running or not, for anything that breaks a law; ends with 1 when something does. */
import { Console } from 'node:console';
import { realClock } from '../server/kernel/random';
import { connect } from '../server/platform/db/db';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { checkLedger } from '../server/money/ledger/check';
import { makeLogger } from '../server/kernel/log';
import { laws } from '../server/modules/laws';
import { commandEnvironment, endWith, say } from './environment';

const output = new Console(process.stdout, process.stderr);

try {
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, say);
  try {
    await migrate(database.url);
    const connection = connect(database.url, makeLogger('warn'));
    try {
      const checked = await checkLedger({ db: connection.db, clock: realClock }, laws);
      output.table(
        Object.fromEntries(checked.laws.map(({ law, says, differences }) => [law, { law: says, differences: differences.length }])),
      );
      for (const { law, differences } of checked.laws) for (const difference of differences) say.warn(`${law}: ${difference}`);
      say.info(checked.ok ? 'The books are right.' : 'The books are wrong: see above.');
      process.exitCode = checked.ok ? 0 : 1;
    } finally {
      await connection.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  endWith(error);
}

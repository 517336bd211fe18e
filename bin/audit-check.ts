/** `npm run audit:check`: recomputes the hash chain of the audit log, beside a running site or without one; exits with 1 and names the row that was tampered with. */
import { checkAudit } from '../server/platform/audit/check';
import { realClock } from '../server/kernel/random';
import { connect } from '../server/platform/db/db';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { makeLogger } from '../server/kernel/log';
import { commandEnvironment, exitWith, print } from './environment';

try {
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, print);
  try {
    await migrate(database.directUrl);
    const connection = connect(database.directUrl, makeLogger('warn'));
    try {
      const { ok, entries, forgotten, differences } = await checkAudit({ db: connection.db, clock: realClock });
      for (const difference of differences) print.warn(difference);
      print.info(`${String(entries)} entries, of which ${String(forgotten)} have forgotten what they said of people.`);
      print.info(ok ? 'The log is as it was written.' : 'The log was tampered with: see above.');
      process.exitCode = ok ? 0 : 1;
    } finally {
      await connection.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWith(error);
}

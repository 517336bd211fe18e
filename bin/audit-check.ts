/**
 * `npm run audit:check`: recomputes the hash chain of the audit log, whether the site runs or not; exits with 1 and names the row that
 * was tampered with.
 */
import { checkAudit } from '../server/platform/audit/check';
import { realClock } from '../server/kernel/random';
import { connect } from '../server/platform/db/db';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { makeLogger } from '../server/kernel/log';
import { readArguments } from './command-line';
import { commandEnvironment, exitWith, print } from './environment';

const help = `Usage: npm run audit:check

Recomputes the hash chain of the audit log. The site may be running or stopped. Exits with 1 if an entry was changed.`;

try {
  readArguments(help, {});
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, print);
  try {
    await migrate(database.directUrl);
    const connection = connect(database.directUrl, makeLogger('warn'));
    try {
      const { ok, entries, forgotten, differences } = await checkAudit({ db: connection.db, clock: realClock });
      for (const difference of differences) print.warn(difference);
      print.info(`${String(entries)} entries. Personal data was erased from ${String(forgotten)} of them.`);
      print.info(ok ? 'The audit log is unchanged.' : 'The audit log was changed. See above.');
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

/** `npm run audit:check`: computes the chain of the operators' trail anew, on a running site or not; ends with 1 and names the row when somebody tampered with it. */
import { checkAudit } from '../server/platform/audit/check';
import { realClock } from '../server/kernel/random';
import { connect } from '../server/platform/db/db';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { makeLogger } from '../server/kernel/log';
import { commandEnvironment, endWith, say } from './environment';

try {
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, say);
  try {
    await migrate(database.url);
    const connection = connect(database.url, makeLogger('warn'));
    try {
      const { ok, entries, forgotten, differences } = await checkAudit({ db: connection.db, clock: realClock });
      for (const difference of differences) say.warn(difference);
      say.info(`${String(entries)} entries, of which ${String(forgotten)} have forgotten what they said of people.`);
      say.info(ok ? 'The log is as it was written.' : 'The log was tampered with: see above.');
      process.exitCode = ok ? 0 : 1;
    } finally {
      await connection.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  endWith(error);
}

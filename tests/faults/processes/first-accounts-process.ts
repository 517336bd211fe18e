/** A process that initializes an empty site as a start does: its embedded database, migrations, and the initial accounts. */
import { ensureFirstAccounts } from '../../../bin/first-accounts';
import { openDatabase } from '../../../server/platform/db/engine/engine';
import { migrate } from '../../../server/platform/db/migrate';
import { readConfig } from '../../../server/kernel/config';

const config = readConfig(process.env);
const database = await openDatabase(config, { info: () => {}, warn: () => {} });
try {
  await migrate(database.url);
  const demoAccounts = await ensureFirstAccounts(config, database.url, { ...process.env, DATABASE_URL: database.url });
  process.send?.({ usernames: demoAccounts.map(({ username }) => username) });
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await database.close();
  process.disconnect();
}

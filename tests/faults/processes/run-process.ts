/** A test run that has started its database server, prints the server's URL and then does nothing. */
import { openDatabases } from '../../kit/setup/database.setup';
import { databaseServer } from '../../kit/host/database';

async function run(): Promise<void> {
  await openDatabases();
  process.stdout.write(`${await databaseServer()}\n`);
  setInterval(() => undefined, 60_000);
}

void run();

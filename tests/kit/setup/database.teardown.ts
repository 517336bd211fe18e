/** Runs once after the host's tests: stops the throw-away PostgreSQL; its files go with the process. */
import './database.setup';

export default async function teardown(): Promise<void> {
  const run = await globalThis.runDatabase;
  if (!run) return;
  globalThis.runDatabase = undefined;
  await run.database.close();
}

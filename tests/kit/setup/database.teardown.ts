/** Runs once after the host's tests: stops the temporary PostgreSQL; its files are removed when the process exits. */
import './database.setup';

export default async function teardown(): Promise<void> {
  const run = await globalThis.runDatabase;
  if (!run) return;
  globalThis.runDatabase = undefined;
  await run.database.close();
}

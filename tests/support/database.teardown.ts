/** Runs once after the host's tests: stops the throw-away PostgreSQL and removes its data. */
import './database.setup';
import { rmSync } from 'node:fs';

export default async function teardown(): Promise<void> {
  const run = await globalThis.runDatabase;
  if (!run) return;
  globalThis.runDatabase = undefined;
  await run.database.close();
  rmSync(run.folder, { recursive: true, force: true });
}

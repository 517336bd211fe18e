/** Runs once after the journeys: stops what their setup started. */
import './journeys.setup';
import closeDatabases from './database.teardown';

export default async function teardown(): Promise<void> {
  await globalThis.journeysRun?.close();
  await closeDatabases();
}

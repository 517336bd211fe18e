/** Runs once before the journeys: the site as it is shipped (made anew only when its sources changed), and the database server. */
import { spawnSync } from 'node:child_process';
import database from './database.setup';

export default async function setup(): Promise<void> {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/build.ts'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The site could not be built.');
  await database();
}

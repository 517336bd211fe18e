/** `npm run restore -- folder`: makes a site of a backup, in a place that has none; ends with 1 when something is not as it was. */
import { resolve } from 'node:path';
import { adoptSecret } from '../server/kernel/app-secret';
import { restore, spoken } from '../server/site/backup/backup';
import { realClock } from '../server/kernel/random';
import { openDatabase } from '../server/platform/db/engine/engine';
import { makeLogger } from '../server/kernel/log';
import { openStorage } from '../server/platform/media/storage/storage';
import { CannotStart, commandEnvironment, endWith, say } from './environment';

try {
  const folder = process.argv[2];
  if (folder === undefined) throw new CannotStart('Name the folder of the backup: npm run restore -- backups/…');
  const { config } = commandEnvironment();
  // Owned, not attached to: a site that runs is no empty place.
  const database = await openDatabase(config, say);
  try {
    const place = {
      ...{ databaseUrl: database.url, storage: openStorage(config), tell: say.info, log: makeLogger('warn'), clock: realClock },
      adopt: (secret: string) => adoptSecret(config.dataDir, config.appSecret, secret),
    };
    const { differing, broken, ...restored } = await restore(place, resolve(folder));
    for (const key of differing) say.warn(`the storage does not give ${key} back as it was`);
    for (const difference of broken) say.warn(`the books: ${difference}`);
    say.info(`${spoken(restored)} restored. ${broken.length === 0 ? 'The books are right.' : 'The books are wrong: see above.'}`);
    process.exitCode = differing.length === 0 && broken.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  endWith(error);
}

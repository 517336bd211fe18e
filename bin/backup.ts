/** `npm run backup [-- folder]`: copies this site, running or not: database, files and secret. Ends with 1 when a file is lost. */
import { join, resolve } from 'node:path';
import { backUp, spoken } from '../server/site/backup/backup';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { openStorage } from '../server/platform/media/storage/storage';
import { commandEnvironment, endWith, say } from './environment';

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

try {
  const { config } = commandEnvironment();
  const folder = resolve(process.argv[2] ?? join('backups', stamp()));
  const database = await attachDatabase(config, say);
  try {
    const site = { databaseUrl: database.url, storage: openStorage(config), secret: config.appSecret, tell: say.info };
    const { lost, ...copied } = await backUp(site, folder);
    for (const key of lost) say.warn(`the storage does not have ${key}`);
    say.info(`${spoken(copied)} copied to ${folder}`);
    say.info('It has the secret of the site, its messages and papers: keep it where only you can read.');
    process.exitCode = lost.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  endWith(error);
}

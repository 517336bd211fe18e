/**
 * `npm run backup [-- folder]`: copies the database, files and secret of this site, whether it runs or not. Exits with 1 when the
 * storage has lost a file.
 */
import { join, resolve } from 'node:path';
import { backUp, summaryText } from '../server/site/backup/backup';
import { attachDatabase } from '../server/platform/db/engine/engine';
import { openStorage } from '../server/platform/media/storage/storage';
import { readArguments } from './command-line';
import { commandEnvironment, exitWith, print } from './environment';

const help = `Usage: npm run backup [-- <folder>]

Copies the database, files and secret of this site into a folder. The site can keep running.

  <folder>   a new folder; the default is backups/<date and time>`;

const stamp = (): string => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

try {
  const { positionals } = readArguments(help, {});
  const { config } = commandEnvironment();
  const folder = resolve(positionals[0] ?? join('backups', stamp()));
  const database = await attachDatabase(config, print);
  try {
    const source = { databaseUrl: database.directUrl, storage: openStorage(config), secret: config.appSecret, onProgress: print.info };
    const { missingKeys, ...copied } = await backUp(source, folder);
    for (const key of missingKeys) print.warn(`the file ${key} is missing from the storage`);
    print.info(`Copied ${summaryText(copied)} to ${folder}`);
    print.info('The backup contains the site secret, private messages and identity documents. Keep it where only you can read it.');
    process.exitCode = missingKeys.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  exitWith(error);
}

/** `npm run restore -- folder`: restores a backup where there is no site yet; exits with 1 when something differs from the backup. */
import { resolve } from 'node:path';
import { adoptSecret } from '../server/kernel/app-secret';
import { jobRules } from '../server/jobs';
import { restore, summaryText } from '../server/site/backup/backup';
import { realClock } from '../server/kernel/random';
import { openDatabase } from '../server/platform/db/engine/engine';
import { makeLogger } from '../server/kernel/log';
import { openStorage } from '../server/platform/media/storage/storage';
import { readArguments } from './command-line';
import { CannotStart, commandEnvironment, exitWith, print } from './environment';

const help = `Usage: npm run restore -- <folder>

Restores a backup into an empty database and an empty DATA_DIR, then checks every file and the ledger.

  <folder>   a folder created by npm run backup`;

try {
  const [folder] = readArguments(help, {}).positionals;
  if (folder === undefined) throw new CannotStart(help);
  const { config } = commandEnvironment();
  // Opened as its owner, not attached to: the target must not be a running site.
  const database = await openDatabase(config, print);
  try {
    const target = {
      databaseUrl: database.directUrl,
      storage: openStorage(config),
      onProgress: print.info,
      log: makeLogger('warn'),
      clock: realClock,
      jobRules,
      adoptSecret: (secret: string) => adoptSecret(config.dataDir, config.appSecret, secret),
    };
    const { differing, violations, ...restored } = await restore(target, resolve(folder));
    for (const key of differing) print.warn(`the stored file ${key} differs from the backup`);
    for (const violation of violations) print.warn(`ledger: ${violation}`);
    print.info(
      `Restored ${summaryText(restored)}. ${violations.length === 0 ? 'The ledger is consistent.' : 'The ledger is not consistent. See above.'}`,
    );
    process.exitCode = differing.length === 0 && violations.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
} catch (error) {
  exitWith(error);
}

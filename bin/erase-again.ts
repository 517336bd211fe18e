/**
 * `npm run erase:again -- ID…`: after a restore, erases the accounts that had been erased after the backup was made. Runs beside a
 * running site or without one; exits with 1 when an account could not be erased.
 */
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { makeLogger } from '../server/kernel/log';
import { eraseRestored, type EraseRestoredResult } from '../server/site/privacy/erasure/after-restore';
import { openContext } from '../server/open-context';
import { CannotStart, commandEnvironment, exitWith, print } from './environment';

const obstacleTexts = {
  payout_pending: 'a payout is open: decide on it first',
  orders_open: 'orders are on their way: deliver them or give the money back first',
  account_in_debt: 'it owes the site money: settle that with a correction first',
  last_operator: 'no other operator could do everything: make one first',
} as const;

function textOf(result: EraseRestoredResult): string {
  if (result === 'unknown') return 'there is no such account';
  if (result === 'was erased') return 'was erased already';
  if (result === 'erased') return 'is erased';
  return result.obstacles.map((obstacle) => obstacleTexts[obstacle]).join('; ');
}

try {
  const ids = process.argv.slice(2);
  if (ids.length === 0) throw new CannotStart('Name the accounts by their ids: npm run erase:again -- ID ID');
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, print);
  try {
    await migrate(database.directUrl);
    const opened = await openContext(config, database.url, { log: makeLogger('warn') });
    try {
      for (const id of ids) {
        const result = await eraseRestored(opened.ctx, id);
        const isGone = result === 'erased' || result === 'was erased';
        (isGone ? print.info : print.warn)(`${id}: ${textOf(result)}`);
        if (!isGone) process.exitCode = 1;
      }
    } finally {
      await opened.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  exitWith(error);
}

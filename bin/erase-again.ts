/**
 * `npm run erase:again -- ID…`: after a restore, erases the accounts that had been erased after the backup was made. The site
 * may be running; exits with 1 when an account could not be erased.
 */
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { makeLogger } from '../server/kernel/log';
import { eraseRestored, type EraseRestoredResult } from '../server/site/privacy/erasure/after-restore';
import { openContext } from '../server/open-context';
import { readArguments } from './command-line';
import { CannotStart, commandEnvironment, exitWith, print } from './environment';

const help = `Usage: npm run erase:again -- <id> [<id> …]

After a restore: erases accounts that were erased after the backup was made.

  <id>   an account's id; the worker's log names it in the line "an account was erased"`;

const obstacleTexts = {
  payment_pending: 'a payment is on its way: wait until it has arrived or failed',
  payout_pending: 'a payout is open: decide on it first',
  orders_open: 'orders are open: deliver or refund them first',
  account_in_debt: 'it owes the site money: settle the debt with a correction first',
  last_operator: 'no other operator has all rights: add one first',
} as const;

function textOf(result: EraseRestoredResult): string {
  if (result === 'unknown') return 'there is no such account';
  if (result === 'was erased') return 'was erased already';
  if (result === 'erased') return 'is erased';
  return result.obstacles.map((obstacle) => obstacleTexts[obstacle]).join('; ');
}

try {
  const { positionals: ids } = readArguments(help, {});
  if (ids.length === 0) throw new CannotStart(help);
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

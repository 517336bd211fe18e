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

After a restore, erases accounts again that had been erased since the backup was made.

  <id>   an account ID; the worker's log has it in the line "an account was erased"`;

const obstacleTexts = {
  payment_pending: 'a payment is in progress; wait until it completes or fails',
  payout_pending: 'a payout is pending; approve or reject it first',
  orders_open: 'there are open orders; deliver or refund them first',
  account_in_debt: 'the account owes money; settle the debt with a correction first',
  last_operator: 'no other operator has all permissions; add one first',
} as const;

function textOf(result: EraseRestoredResult): string {
  if (result === 'unknown') return 'account not found';
  if (result === 'was erased') return 'already erased';
  if (result === 'erased') return 'erased';
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

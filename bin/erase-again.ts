/**
 * `npm run erase:again -- ID…`: after a backup was brought back, erases those again who had been erased since it was made. Beside a
 * running site or without one; ends with 1 when somebody could not be erased.
 */
import { attachDatabase } from '../server/platform/db/engine/engine';
import { migrate } from '../server/platform/db/migrate';
import { makeLogger } from '../server/kernel/log';
import { eraseAgain, type Again } from '../server/modules/privacy/erasure/again';
import { openContext } from '../server/open-context';
import { CannotStart, commandEnvironment, endWith, say } from './environment';

const obstacleWords = {
  payout_pending: 'a payout is open: decide on it first',
  orders_open: 'orders are on their way: deliver them or give the money back first',
  account_in_debt: 'it owes the site money: settle that with a correction first',
  last_operator: 'no other operator could do everything: make one first',
} as const;

function wordsOf(became: Again): string {
  if (became === 'unknown') return 'there is no such account';
  if (became === 'was erased') return 'was erased already';
  if (became === 'erased') return 'is erased';
  return became.obstacles.map((obstacle) => obstacleWords[obstacle]).join('; ');
}

try {
  const ids = process.argv.slice(2);
  if (ids.length === 0) throw new CannotStart('Name the accounts by their ids: npm run erase:again -- ID ID');
  const { config } = commandEnvironment();
  const database = await attachDatabase(config, say);
  try {
    await migrate(database.url);
    const opened = await openContext(config, database.url, { log: makeLogger('warn') });
    try {
      for (const id of ids) {
        const became = await eraseAgain(opened.ctx, id);
        const isGone = became === 'erased' || became === 'was erased';
        (isGone ? say.info : say.warn)(`${id}: ${wordsOf(became)}`);
        if (!isGone) process.exitCode = 1;
      }
    } finally {
      await opened.close();
    }
  } finally {
    await database.close();
  }
} catch (error) {
  endWith(error);
}

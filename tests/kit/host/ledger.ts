/** A ledger for a test: a separate migrated database and the part of the context that money needs. */
import { realRandom } from '@server/kernel/random';
import { readConfig } from '@server/kernel/config';
import type { Context } from '@server/platform/context';
import { makeLogger } from '@server/kernel/log';
import { openContext } from '@server/open-context';
import { freshDatabase } from './database';
import { testClock, type TestClock } from './test-clock';

export interface LedgerTestHost {
  ctx: Context;
  clock: TestClock;
  url: string;
  close(): Promise<void>;
}

export async function openLedger(): Promise<LedgerTestHost> {
  const database = await freshDatabase();
  const clock = testClock();
  const config = readConfig({ APP_SECRET: 'a secret for tests only, long enough', DEMO: '0', LOG_LEVEL: 'silent' });
  const opened = await openContext(config, database.url, { clock, random: realRandom, log: makeLogger('silent') });
  return {
    ctx: opened.ctx,
    clock,
    url: database.url,
    close: async () => {
      await opened.close();
      await database.drop();
    },
  };
}

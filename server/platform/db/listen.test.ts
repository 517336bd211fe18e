/** Hearing of changes over a connection that may be lost without a word. */
import { openLine } from '../../../tests/support/silent-line';
import { freshDatabase } from '../../../tests/kit/host/database';
import { eventually } from '../../../tests/kit/timing/eventually';
import { makeLogger } from '../../kernel/log';
import { connect } from './db';
import { listen, notify } from './listen';

/** More than it takes to notice, and far less than the hours after which the system does. */
const noticed_ms = 20_000;

test('who listens on a connection that leads nowhere any more notices, and hears again', async () => {
  const database = await freshDatabase();
  const url = new URL(database.url);
  const line = await openLine({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${String(line.port)}`;
  const log = makeLogger('silent');
  const [listener, connection] = [await listen(url.href, log), connect(database.url, log)];
  let heard = 0;
  listener.on('settings', () => Promise.resolve(void (heard += 1)));
  try {
    await notify(connection.db, 'settings');
    await eventually(() => expect(heard).toBe(1));
    line.forget();
    await notify(connection.db, 'settings');
    // What was missed counts as changed.
    await eventually(() => expect(heard).toBe(2), noticed_ms);
    await notify(connection.db, 'settings');
    await eventually(() => expect(heard).toBe(3));
  } finally {
    await listener.close();
    await connection.close();
    await line.close();
    await database.drop();
  }
}, 60_000);

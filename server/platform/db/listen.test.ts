/** Notifications over a connection that can break silently. */
import { openStallingProxy } from '../../../tests/kit/processes/stalling-proxy';
import { freshDatabase } from '../../../tests/kit/host/database';
import { eventually } from '../../../tests/kit/timing/eventually';
import { makeLogger } from '../../kernel/log';
import { connect } from './db';
import { listen, notifyProcesses } from './listen';

test('a listener notices a silently broken connection and reconnects', async () => {
  const database = await freshDatabase();
  const url = new URL(database.url);
  const proxy = await openStallingProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `127.0.0.1:${String(proxy.port)}`;
  const log = makeLogger('silent');
  const [listener, connection] = [await listen(url.href, log), connect(database.url, log)];
  let notified = 0;
  listener.on('settings', () => Promise.resolve(void (notified += 1)));
  try {
    await notifyProcesses(connection.db, 'settings');
    await eventually(() => expect(notified).toBe(1));
    proxy.hangExisting();
    await notifyProcesses(connection.db, 'settings');
    // Missed notifications count as changes.
    await eventually(() => expect(notified).toBe(2));
    await notifyProcesses(connection.db, 'settings');
    await eventually(() => expect(notified).toBe(3));
  } finally {
    await listener.close();
    await connection.close();
    await proxy.close();
    await database.drop();
  }
});

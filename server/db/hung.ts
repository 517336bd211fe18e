/**
 * A database that hangs closes nothing and says nothing, and whoever asked it would wait for ever: how long a statement may take is
 * held by the database itself, which does not do that either. So a connection that stays silent while somebody waits for it is
 * suspected. Where a new one is not answered either, it is given up, and whoever waited is refused; where one is, the statement
 * just takes its time.
 */
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const silence_ms = 3_000;
const answer_ms = 3_000;

/** What is used of the driver's socket, be it encrypted or not. */
interface Line {
  bytesRead: number;
  setTimeout(silence_ms: number): Line;
  on(event: 'timeout', hear: () => void): Line;
  destroy(error?: Error): void;
}
// Clients of a pool are clients like others.
export const lineOf = (client: object): Line => (client as { connection: { stream: Line } }).connection.stream;

/** Whether the database says anything to a new connection: a refusal is an answer too. */
async function answers(url: string | undefined): Promise<boolean> {
  const probe = new pg.Client({ connectionString: url });
  probe.on('error', () => undefined);
  let heard = false;
  const hear = (): void => {
    heard = true;
  };
  const asked = probe
    .connect()
    .then(() => probe.query('select 1'))
    .then(hear, hear);
  // What came while this process was busy itself is read before it is judged.
  const patience = delay(answer_ms, undefined, { ref: false }).then(() => turn());
  await Promise.race([asked, patience]);
  const isThere = heard;
  lineOf(probe).destroy();
  return isThere;
}

/** Gives up the connections of a pool on which somebody waits for a database that hangs. */
export function leaveHung(pool: pg.Pool): void {
  const lent = new Set<pg.ClientBase>();
  let asking: Promise<boolean> | null = null;
  const isThere = (): Promise<boolean> => {
    asking ??= answers(pool.options.connectionString).finally(() => {
      asking = null;
    });
    return asking;
  };
  const suspect = async (client: pg.ClientBase): Promise<void> => {
    if (!lent.has(client)) return;
    const line = lineOf(client);
    const read = line.bytesRead;
    if (await isThere()) line.setTimeout(silence_ms);
    else if (lent.has(client) && line.bytesRead === read) line.destroy(new Error('Connection terminated: the database hangs'));
  };
  pool.on('acquire', (client) => void lent.add(client));
  pool.on('release', (_error, client) => void lent.delete(client));
  pool.on('connect', (client) => {
    lineOf(client)
      .setTimeout(silence_ms)
      .on('timeout', () => void suspect(client));
  });
}

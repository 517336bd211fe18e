/**
 * Detects a hung database. Such a database neither responds nor closes connections, and does not enforce its own statement timeout, so
 * queries would wait forever. If a connection in use receives nothing for a while, a new connection is opened as a probe. If the probe
 * gets no response either, the connection is destroyed and its query rejects. Otherwise the statement is just slow.
 */
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const silence_ms = 3_000;
const response_ms = 3_000;

/** The used part of the driver's socket, TLS or plain. */
interface DriverSocket {
  bytesRead: number;
  setTimeout(silence_ms: number): DriverSocket;
  on(event: 'timeout', listener: () => void): DriverSocket;
  destroy(error?: Error): void;
}
// The types omit `connection`; clients of a pool have it too.
export const socketOf = (client: object): DriverSocket => (client as { connection: { stream: DriverSocket } }).connection.stream;

/** Whether the database responds to a new connection. An error response counts too. */
async function isResponsive(url: string | undefined): Promise<boolean> {
  const probe = new pg.Client({ connectionString: url });
  probe.on('error', () => undefined);
  let hasResponded = false;
  const onResponse = (): void => {
    hasResponded = true;
  };
  const response = probe
    .connect()
    .then(() => probe.query('select 1'))
    .then(onResponse, onResponse);
  // The event loop turns once more, so that a response that arrived while this process was busy is still read.
  const timeout = delay(response_ms, undefined, { ref: false }).then(() => nextTick());
  await Promise.race([response, timeout]);
  const result = hasResponded;
  socketOf(probe).destroy();
  return result;
}

/** Destroys connections of a pool whose queries wait for a hung database. */
export function dropHungConnections(pool: pg.Pool): void {
  const inUse = new Set<pg.ClientBase>();
  let probing: Promise<boolean> | null = null;
  const probe = (): Promise<boolean> => {
    probing ??= isResponsive(pool.options.connectionString).finally(() => {
      probing = null;
    });
    return probing;
  };
  const checkHung = async (client: pg.ClientBase): Promise<void> => {
    if (!inUse.has(client)) return;
    const socket = socketOf(client);
    const bytesReadBefore = socket.bytesRead;
    if (await probe()) socket.setTimeout(silence_ms);
    else if (inUse.has(client) && socket.bytesRead === bytesReadBefore)
      socket.destroy(new Error('Connection terminated: the database is not responding'));
  };
  pool.on('acquire', (client) => void inUse.add(client));
  pool.on('release', (_error, client) => void inUse.delete(client));
  pool.on('connect', (client) => {
    socketOf(client)
      .setTimeout(silence_ms)
      .on('timeout', () => void checkHung(client));
  });
}

/**
 * Notifications between processes: PostgreSQL's LISTEN/NOTIFY on one channel, with a topic as payload. A notification is sent when
 * its transaction commits. After a lost connection every topic counts as changed.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from '../../kernel/log';
import { connect_ms, type Db } from './db';
import { socketOf } from './connection-watchdog';

const channel = 'footlight';
const retry_ms = 500;
/** The interval of the heartbeat, and how long a response may take. */
const heartbeat_ms = 5_000;
const timeout_ms = 3_000;

export const topics = ['outbox', 'settings', 'countries', 'words'] as const;
export type Topic = (typeof topics)[number];

/** Notifies all processes, including this one, once the surrounding transaction has committed. */
export async function notifyProcesses(db: Db, topic: Topic): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${topic})`);
}

export interface Listener {
  on(topic: Topic, handler: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Listens on a dedicated connection and reconnects if it is lost. Resolves once listening. */
export async function listen(url: string, log: Logger): Promise<Listener> {
  const handlers = new Map<Topic, (() => Promise<void>)[]>();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  // In order of registration: handlers that reload a value run before those that act on it.
  const runHandlers = async (topic: Topic): Promise<void> => {
    for (const handler of handlers.get(topic) ?? []) await handler();
  };
  const dispatch = (topic: Topic): void => {
    runHandlers(topic).catch((error: unknown) => {
      log.error({ err: error, topic }, 'a notification handler failed');
    });
  };
  const reconnect = (): void => {
    client = null;
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = null;
      open().then(
        () => {
          topics.forEach(dispatch);
        },
        () => {
          reconnect();
        },
      );
    }, retry_ms);
  };
  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, query_timeout: timeout_ms, connectionTimeoutMillis: connect_ms });
    const destroy = (): void => socketOf(next).destroy();
    const onClose = (): void => {
      if (client === next) reconnect();
    };
    next.on('error', onClose);
    next.on('end', onClose);
    next.on('notification', (notification) => {
      const topic = topics.find((candidate) => candidate === notification.payload);
      if (topic) dispatch(topic);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      destroy();
      throw error;
    }
    if (closed) return next.end();
    client = next;
    // A hung or vanished server causes no event on the socket. Without the heartbeat this would listen forever.
    const heartbeat = setInterval(() => void next.query('select 1').catch(destroy), heartbeat_ms).unref();
    next.once('end', () => clearInterval(heartbeat));
  };

  await open();
  return {
    on: (topic, handler) => {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler]);
    },
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}

/**
 * How hosts hear of each other's changes: PostgreSQL's own notifications on one channel, with a topic as payload.
 * A notice is sent when its transaction commits. After a lost connection every topic counts as changed.
 */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Logger } from '../../kernel/log';
import { connect_ms, type Db } from './db';
import { lineOf } from '../../db/hung';

const channel = 'footlight';
const retry_ms = 500;
/** How often the other end has to say that it is there, and how long it may take to. */
const beat_ms = 5_000;
const answer_ms = 3_000;

export const topics = ['outbox', 'settings', 'countries', 'words'] as const;
export type Topic = (typeof topics)[number];

/** Tells all hosts, this one too, once the surrounding transaction has committed. */
export async function notify(db: Db, topic: Topic): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${topic})`);
}

export interface Listener {
  on(topic: Topic, heard: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Listens on a connection of its own and comes back by itself when it is lost. Resolves once listening. */
export async function listen(url: string, log: Logger): Promise<Listener> {
  const heard = new Map<Topic, (() => Promise<void>)[]>();
  let client: pg.Client | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;

  // In the order of their registration: what reads the change anew stands before what acts on it.
  const tellInOrder = async (topic: Topic): Promise<void> => {
    for (const hear of heard.get(topic) ?? []) await hear();
  };
  const tell = (topic: Topic): void => {
    tellInOrder(topic).catch((error: unknown) => {
      log.error({ err: error, topic }, 'a notice could not be followed');
    });
  };
  const lost = (): void => {
    client = null;
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = null;
      open().then(
        () => {
          topics.forEach(tell);
        },
        () => {
          lost();
        },
      );
    }, retry_ms);
  };
  const open = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, query_timeout: answer_ms, connectionTimeoutMillis: connect_ms });
    const giveUp = (): void => lineOf(next).destroy();
    const gone = (): void => {
      if (client === next) lost();
    };
    next.on('error', gone);
    next.on('end', gone);
    next.on('notification', (notice) => {
      const topic = topics.find((candidate) => candidate === notice.payload);
      if (topic) tell(topic);
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      giveUp();
      throw error;
    }
    if (closed) return next.end();
    client = next;
    // Nothing says that a peer hangs, or has vanished without a word: it would be listened to for ever.
    const beat = setInterval(() => void next.query('select 1').catch(giveUp), beat_ms).unref();
    next.once('end', () => clearInterval(beat));
  };

  await open();
  return {
    on: (topic, hear) => {
      heard.set(topic, [...(heard.get(topic) ?? []), hear]);
    },
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      await client?.end();
    },
  };
}

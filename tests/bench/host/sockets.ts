/** The memory that an API server uses per idle client, each signed in on a separate socket. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { realRandom } from '../../../server/kernel/random';
import { migrate } from '../../../server/platform/db/migrate';
import { digestOf } from '../../../server/platform/http/actor';
import { startChatClients } from '../chat/chat-process';
import { createDatabase, openHost } from '../tools/hosts';
import { output, type Row } from '../tools/rows';

const socketCount = 5_000;
const warmUpCount = 200;
/** Longer than two ping intervals of every socket. */
const settle_ms = 45_000;
const required_kB = 60;
const kilobyte = 1_000;

/** Accounts that are signed in, inserted directly into the tables. Returns their tokens. */
async function addAccounts(databaseUrl: string): Promise<string[]> {
  const tokens = Array.from({ length: socketCount }, () => realRandom.secret());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `with inserted as (
       insert into accounts (id, role, is_performer, name, created_at, updated_at)
       select gen_random_uuid(), 'user', false, 'Bench', now(), now() from unnest($1::text[]) returning id
     ), numbered as (select id, row_number() over () n from inserted)
     insert into sessions (id, account_id, token_hash, media_hash, device, created_at, last_used_at, expires_at, authenticated_at)
     select gen_random_uuid(), id, hash, 'media ' || hash, 'a bench', now(), now(), now() + interval '1 day', now()
     from numbered join unnest($1::text[]) with ordinality given(hash, n) using (n)`,
    [tokens.map(digestOf)],
  );
  await client.query('vacuum analyze accounts, sessions');
  await client.end();
  return tokens;
}

/** The value of a metric of the API server. */
async function metricOf(host: string, metric: string): Promise<number> {
  const text = await (await fetch(`${host}/metrics`)).text();
  const line = text.split('\n').find((metricLine) => metricLine.startsWith(`${metric} `));
  if (line === undefined) throw new Error(`the host does not tell ${metric}`);
  return Number(line.split(' ')[1]);
}

const residentBytes = (host: string): Promise<number> => metricOf(host, 'process_resident_memory_bytes');

export async function idleSockets(databaseUrl: string, report: (row: Row) => void): Promise<void> {
  const url = await createDatabase(databaseUrl, 'sockets');
  await migrate(url);
  const tokens = await addAccounts(url);
  const host = await openHost(url, 'sockets');
  const command = { do: 'listen', url: host, signsIn: true, streamId: null } as const;
  // Memory that the server allocates for its first connections is not a cost of later ones.
  const warmUpClients = await startChatClients();
  await warmUpClients.execute({ ...command, tokens: tokens.slice(0, warmUpCount) });
  await warmUpClients.close();
  await pause(settle_ms / 3);
  const before = await residentBytes(host);
  const clients = await startChatClients();
  try {
    const start_ms = performance.now();
    await clients.execute({ ...command, tokens });
    const took_s = (performance.now() - start_ms) / 1000;
    output.log(`${String(socketCount)} sockets were opened in ${took_s.toFixed(0)} s.`);
    await pause(settle_ms);
    const each_kB = ((await residentBytes(host)) - before) / socketCount / kilobyte;
    const heap_kB = (await metricOf(host, 'nodejs_heap_size_used_bytes')) / kilobyte;
    report({
      what: `memory of one host for each of ${String(socketCount)} idle, signed-in sockets`,
      measured: `${each_kB.toFixed(1)} kB`,
      target: `< ${String(required_kB)} kB`,
      isReached: each_kB < required_kB,
      reference: `resident memory: ${(before / kilobyte ** 2).toFixed(0)} MB before, ${((await residentBytes(host)) / kilobyte ** 2).toFixed(0)} MB with them, of which ${(heap_kB / kilobyte).toFixed(0)} MB are in use by objects; opened in ${took_s.toFixed(0)} s`,
    });
  } finally {
    await clients.close();
  }
}

/** What people cost a host who have the site open and do nothing: each signed in, on a socket of her own. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { realChance } from '../../../server/kernel/random';
import { migrate } from '../../../server/platform/db/migrate';
import { digestOf } from '../../../server/platform/http/actor';
import { openChatPeople } from '../chat-process';
import { databaseBeside, openHost } from '../tools/hosts';
import { output, type Row } from '../rows';

const crowd = 5_000;
const first = 200;
/** Longer than every one of them was asked twice whether it is still there. */
const settled_ms = 45_000;
const wanted_kB = 60;
const kilobyte = 1_000;

/** People who are signed in, written straight into the tables. Answers their tokens. */
async function addPeople(databaseUrl: string): Promise<string[]> {
  const tokens = Array.from({ length: crowd }, () => realChance.secret());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `with made as (
       insert into accounts (id, role, is_performer, name, created_at, updated_at)
       select gen_random_uuid(), 'user', false, 'Bench', now(), now() from unnest($1::text[]) returning id
     ), numbered as (select id, row_number() over () n from made)
     insert into sessions (id, account_id, token_hash, media_hash, device, created_at, last_used_at, expires_at, authenticated_at)
     select gen_random_uuid(), id, hash, 'media ' || hash, 'a bench', now(), now(), now() + interval '1 day', now()
     from numbered join unnest($1::text[]) with ordinality given(hash, n) using (n)`,
    [tokens.map(digestOf)],
  );
  await client.query('vacuum analyze accounts, sessions');
  await client.end();
  return tokens;
}

/** A figure of the host's own. */
async function told(host: string, metric: string): Promise<number> {
  const text = await (await fetch(`${host}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  if (line === undefined) throw new Error(`the host does not tell ${metric}`);
  return Number(line.split(' ')[1]);
}

const resident = (host: string): Promise<number> => told(host, 'process_resident_memory_bytes');

export async function idleSockets(databaseUrl: string, measured: (row: Row) => void): Promise<void> {
  const url = await databaseBeside(databaseUrl, 'sockets');
  await migrate(url);
  const tokens = await addPeople(url);
  const host = await openHost(url, 'sockets');
  const listen = { do: 'listen', url: host, signsIn: true, streamId: null } as const;
  // What a host keeps from its first connections on is no cost of the ones that follow.
  const early = await openChatPeople();
  await early.order({ ...listen, tokens: tokens.slice(0, first) });
  await early.close();
  await pause(settled_ms / 3);
  const before = await resident(host);
  const people = await openChatPeople();
  try {
    const begun = performance.now();
    await people.order({ ...listen, tokens });
    const took_s = (performance.now() - begun) / 1000;
    output.log(`${String(crowd)} sockets were opened in ${took_s.toFixed(0)} s.`);
    await pause(settled_ms);
    const each_kB = ((await resident(host)) - before) / crowd / kilobyte;
    const heap_kB = (await told(host, 'nodejs_heap_size_used_bytes')) / kilobyte;
    measured({
      what: `memory of one host for each of ${String(crowd)} idle, signed-in sockets`,
      measured: `${each_kB.toFixed(1)} kB`,
      reach: `< ${String(wanted_kB)} kB`,
      holds: each_kB < wanted_kB,
      reference: `resident memory: ${(before / kilobyte ** 2).toFixed(0)} MB before, ${((await resident(host)) / kilobyte ** 2).toFixed(0)} MB with them, of which ${(heap_kB / kilobyte).toFixed(0)} MB are in use by objects; opened in ${took_s.toFixed(0)} s`,
    });
  } finally {
    await people.close();
  }
}

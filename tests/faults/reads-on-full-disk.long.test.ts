/**
 * A database without space for a single row: every request that only reads still succeeds. Writes that accompany a read, for
 * example a view count, are skipped.
 */
import { sql } from 'drizzle-orm';
import { api, type Name } from '@contract/api';
import { fromFanLocation, openPair, type ViewerRole, type Pair } from '../kit/contract/pair';
import { surfaces, type VisibilityCase } from '../kit/contract/block-surfaces';

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.testHost.close());

const isRead = (name: string): boolean => name.startsWith('GET ');
const otherReads = (Object.keys(api) as Name[]).filter((name) => isRead(name) && !(name in surfaces) && !name.includes(':'));

/** The status of each read by caller. Reads that are not in `surfaces` are called without input, by a performer and an operator. */
async function statuses(): Promise<Record<string, number>> {
  const { testHost, fan, performer, operator } = pair;
  const tokens: Record<ViewerRole, string | null> = { fan: fan.token, performer: performer.token, guest: null };
  const statusByCall: Record<string, number> = {};
  for (const [name, { shows = [] }] of Object.entries(surfaces) as [Name, { shows?: VisibilityCase<never>[] }][])
    for (const { viewer, inputOf } of isRead(name) ? shows : []) {
      const headers = viewer === 'performer' ? {} : fromFanLocation;
      statusByCall[`${name} to the ${viewer}`] = (
        await testHost.call(name as never, inputOf(pair), { token: tokens[viewer], headers })
      ).status;
    }
  for (const name of otherReads)
    for (const [callerName, { token }] of Object.entries({ performer, operator }))
      statusByCall[`${name} to the ${callerName}`] = (await testHost.call(name as never, {} as never, { token })).status;
  return statusByCall;
}

/** From now on every insert, update and delete fails for lack of disk space. */
async function failAllWrites(): Promise<void> {
  const { db } = pair.testHost.ctx;
  await db.execute(sql`
    create function no_space() returns trigger language plpgsql as 'begin raise exception using errcode = ''53100''; end'`);
  await db.execute(sql`
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger no_space before insert or update or delete on %I for each row execute function no_space()', name);
      end loop;
    end $$`);
}

test('every read succeeds while no row can be written', async () => {
  const { testHost, fan, performer } = pair;
  const before = await statuses();
  const successfulReads = Object.keys(before).filter((name) => (before[name] ?? 0) < 400);
  expect(successfulReads.length).toBeGreaterThan(100);
  // A message that has not been delivered yet.
  for (const [sender, headers] of [
    [fan, fromFanLocation],
    [performer, {}],
  ] as const) {
    const input = { params: { id: pair.id.conversation }, body: { text: 'Are you there?' } };
    expect((await testHost.call('POST /messages/conversations/:id', input, { token: sender.token, headers })).status).toBe(200);
  }
  // On the next day each view counts again, and the last use of a session is updated.
  const { hours, minutes } = { hours: 23 - testHost.clock.now().getUTCHours(), minutes: 61 - testHost.clock.now().getUTCMinutes() };
  testHost.clock.advance({ minutes: hours * 60 + minutes });
  await failAllWrites();
  const statusesWithoutSpace = await statuses();
  expect(
    successfulReads
      .filter((name) => statusesWithoutSpace[name] !== before[name])
      .map((name) => `${name}: ${String(statusesWithoutSpace[name])}`),
  ).toEqual([]);
});

/** A message to thousands, whose worker is killed again and again: each has it once, in a conversation without a gap. */
import { sql } from 'drizzle-orm';
import { askForDue, dead_ms } from '@server/talk/fans/mass-send';
import { eventually } from '../kit/timing/eventually';
import { addFollowers } from '../kit/people/fans';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { say, talkOf } from '../support/talk';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';
import { openWorld, type World } from '../kit/host/test-host';
import { tries } from '../support/depth';

const fans = tries(5_000, 10_000);
const atOnce = fans / 5;
const kills = 3;
const patience_ms = 240_000;

let world: World;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await world.close();
});

const work = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(world.databaseUrl, world.ctx.config);
  workers.push(worker);
  return worker;
};

test('a message to thousands is sent once each while its workers are killed', async () => {
  const performer = await signUpPerformer(world);
  const known = await signUpFan(world);
  await world.call('POST /follows/:id', { params: { id: performer.id } }, { token: known.token });
  const talk = await talkOf(world, known, performer);
  await say(world, known, talk, { text: 'Hello' });
  for (let added = 1; added < fans; added += atOnce) await addFollowers(world, Math.min(atOnce, fans - added), performer.id);

  const made = await world.call(
    'POST /mass-messages',
    { body: { text: 'To all of you', include: ['followers'] } },
    { token: performer.token },
  );
  expect(made.data).toMatchObject({ status: 'sending', recipients: fans });
  const mass = async () => (await world.call('GET /mass-messages/:id', { params: { id: made.data._id } }, { token: performer.token })).data;
  for (let killed = 0; killed < kills; killed += 1) {
    const worker = await work();
    const { sent } = await mass();
    await eventually(async () => expect((await mass()).sent).toBeGreaterThan(sent + 400), patience_ms);
    // The site answers meanwhile.
    expect((await say(world, known, talk, { text: `Still here, ${String(killed)}` })).status).toBe(200);
    await worker.kill();
    world.clock.advance({ seconds: 2 * (dead_ms / 1000) });
    await askForDue(world.ctx);
  }
  await work();
  await eventually(async () => expect(await mass()).toMatchObject({ status: 'sent', sent: fans, recipients: fans }), patience_ms);

  const { rows } = await world.ctx.db.execute(sql`
    select count(*)::int as sent, count(distinct receiver_id)::int as receivers,
      (select count(*)::int from conversations c where c.last_seq <> (select count(*) from messages m where m.conversation_id = c.id)) as gaps,
      (select count(*)::int from conversation_members m where m.account_id <> ${performer.id} and m.account_id <> ${known.id} and m.unread <> 1) as uncounted
    from messages where mass_id = ${made.data._id}`);
  expect(rows).toEqual([{ sent: fans, receivers: fans, gaps: 0, uncounted: 0 }]);
}, 600_000);

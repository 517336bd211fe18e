/** A message to ten thousand, whose worker is killed again and again: each has it once, in a conversation without a gap. */
import { fork, type ChildProcess } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { askForDue, dead_ms } from '@server/modules/fans/mass-send';
import { eventually } from '../support/eventually';
import { addFollowers } from '../support/fans';
import { signUpFan, signUpPerformer } from '../support/people';
import { say, talkOf } from '../support/talk';
import { openWorld, type World } from '../support/world';

const fans = 10_000;
const atOnce = 2_000;
const kills = 3;
const patience_ms = 240_000;

let world: World;
const workers = new Set<ChildProcess>();
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await world.close();
});

function startWorker(): Promise<ChildProcess> {
  const child = fork('tests/faults/worker-process.ts', [world.databaseUrl], {
    execArgv: ['--import', 'tsx'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      APP_SECRET: world.ctx.config.appSecret,
      DATA_DIR: world.ctx.config.dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  workers.add(child);
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`the worker ended with ${String(code)}`)));
  });
}

test('a message to ten thousand is sent once each while its workers are killed', async () => {
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
    const worker = await startWorker();
    const { sent } = await mass();
    await eventually(async () => expect((await mass()).sent).toBeGreaterThan(sent + 400), patience_ms);
    // The site answers meanwhile.
    expect((await say(world, known, talk, { text: `Still here, ${String(killed)}` })).status).toBe(200);
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGKILL');
    await gone;
    world.clock.advance({ seconds: 2 * (dead_ms / 1000) });
    await askForDue(world.ctx);
  }
  await startWorker();
  await eventually(async () => expect(await mass()).toMatchObject({ status: 'sent', sent: fans, recipients: fans }), patience_ms);

  const { rows } = await world.ctx.db.execute(sql`
    select count(*)::int as sent, count(distinct receiver_id)::int as receivers,
      (select count(*)::int from conversations c where c.last_seq <> (select count(*) from messages m where m.conversation_id = c.id)) as gaps,
      (select count(*)::int from conversation_members m where m.account_id <> ${performer.id} and m.account_id <> ${known.id} and m.unread <> 1) as uncounted
    from messages where mass_id = ${made.data._id}`);
  expect(rows).toEqual([{ sent: fans, receivers: fans, gaps: 0, uncounted: 0 }]);
}, 600_000);

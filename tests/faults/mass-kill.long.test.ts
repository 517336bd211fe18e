/** A mass message to thousands whose worker is killed repeatedly: each recipient gets it once, in a conversation without gaps. */
import { sql } from 'drizzle-orm';
import { enqueueDueBatches, workerTimeout_ms } from '@server/talk/fans/mass-send';
import { eventually } from '../kit/timing/eventually';
import { addFollowers } from '../kit/people/fans';
import { signUpFan, signUpPerformer } from '../kit/people/people';
import { sendMessage, openConversation } from '../kit/talk/conversations';
import { startWorker, type WorkerProcess } from '../kit/processes/worker-process';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const fanCount = 10_000;
const batchSize = fanCount / 5;
const kills = 3;

let testHost: TestHost;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await testHost.close();
});

const startTestWorker = async (): Promise<WorkerProcess> => {
  const worker = await startWorker(testHost.databaseUrl, testHost.ctx.config);
  workers.push(worker);
  return worker;
};

test('each recipient gets a mass message once while its workers are killed', async () => {
  const performer = await signUpPerformer(testHost);
  const existingFan = await signUpFan(testHost);
  await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token: existingFan.token });
  const conversationId = await openConversation(testHost, existingFan, performer);
  await sendMessage(testHost, existingFan, conversationId, { text: 'Hello' });
  for (let added = 1; added < fanCount; added += batchSize)
    await addFollowers(testHost, Math.min(batchSize, fanCount - added), performer.id);

  const created = await testHost.call(
    'POST /mass-messages',
    { body: { text: 'To all of you', include: ['followers'] } },
    { token: performer.token },
  );
  expect(created.data).toMatchObject({ status: 'sending', recipients: fanCount });
  const readMass = async () =>
    (await testHost.call('GET /mass-messages/:id', { params: { id: created.data._id } }, { token: performer.token })).data;
  for (let killCount = 0; killCount < kills; killCount += 1) {
    const worker = await startTestWorker();
    const { sent } = await readMass();
    await eventually(async () => expect((await readMass()).sent).toBeGreaterThan(sent + 400));
    // The site responds during the sending.
    expect((await sendMessage(testHost, existingFan, conversationId, { text: `Still here, ${String(killCount)}` })).status).toBe(200);
    await worker.kill();
    testHost.clock.advance({ seconds: 2 * (workerTimeout_ms / 1000) });
    await enqueueDueBatches(testHost.ctx);
  }
  await startTestWorker();
  await eventually(async () => expect(await readMass()).toMatchObject({ status: 'sent', sent: fanCount, recipients: fanCount }));

  const { rows } = await testHost.ctx.db.execute(sql`
    select count(*)::int as sent, count(distinct receiver_id)::int as receivers,
      (select count(*)::int from conversations c where c.last_seq <> (select count(*) from messages m where m.conversation_id = c.id)) as gaps,
      (select count(*)::int from conversation_members m where m.account_id <> ${performer.id} and m.account_id <> ${existingFan.id} and m.unread <> 1) as uncounted
    from messages where mass_id = ${created.data._id}`);
  expect(rows).toEqual([{ sent: fanCount, receivers: fanCount, gaps: 0, uncounted: 0 }]);
}, 600_000);

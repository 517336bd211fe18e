import { eq } from 'drizzle-orm';
import { auditLog, files, performerDocuments } from '@server/platform/db/schema/schema';
import { password, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/support/posts';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const day_s = 86_400;
const papersOf = async (id: string) => ({
  rows: await world.ctx.db.$count(performerDocuments, eq(performerDocuments.performerId, id)),
  files: (await world.ctx.db.select().from(files).where(eq(files.ownerId, id))).filter(({ type }) => type === 'document'),
});

test('documents go so long after the decision as the site says, and leave an entry in the log', async () => {
  const operator = await signUpOperator(world);
  const decide = (id: string, body: { decision: 'approved' } | { decision: 'rejected'; note: string }) =>
    world.call('POST /admin/performers/:id/verification', { params: { id }, body }, { token: operator.token });
  const [approved, rejected, waiting] = [
    await signUpPerformer(world, undefined, 'pending'),
    await signUpPerformer(world, undefined, 'pending'),
    await signUpPerformer(world, undefined, 'pending'),
  ];
  expect((await decide(approved.id, { decision: 'approved' })).status).toBe(200);
  expect((await decide(rejected.id, { decision: 'rejected', note: 'It is blurred.' })).status).toBe(200);
  const before = await papersOf(approved.id);
  expect(before.files).toHaveLength(2);

  world.clock.advance({ seconds: 364 * day_s });
  await runJob(world, 'performers/drop-documents', {});
  expect((await papersOf(approved.id)).rows).toBe(2);

  world.clock.advance({ seconds: 2 * day_s });
  await runJob(world, 'performers/drop-documents', {});
  await runJob(world, 'performers/drop-documents', {});
  for (const { id } of [approved, rejected]) expect(await papersOf(id)).toEqual({ rows: 0, files: [] });
  expect((await papersOf(waiting.id)).rows).toBe(2);
  for (const { variants } of before.files) for (const { key } of variants) expect(await world.ctx.storage.open(key)).toBeNull();
  const entries = await world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, approved.id));
  expect(entries.filter(({ action }) => action === 'documents.expired')).toMatchObject([{ actorId: null, address: null }]);
});

test('documents that were sent again wait for another decision', async () => {
  const { token } = await signUpOperator(world);
  const performer = await signUpPerformer(world, undefined, 'pending');
  const body = { decision: 'rejected', note: 'It is blurred.' } as const;
  await world.call('POST /admin/performers/:id/verification', { params: { id: performer.id }, body }, { token });
  world.clock.advance({ seconds: 366 * day_s });
  const { data } = await world.call('POST /auth/login', { body: { username: performer.username, password } });
  const file = await somePicture();
  for (const type of ['idVerification', 'documentVerification'] as const) {
    const sent = await world.call('POST /performers/documents/upload', { body: { type }, files: { file } }, { token: data.token });
    expect(sent.status).toBe(200);
  }
  await runJob(world, 'performers/drop-documents', {});
  expect((await papersOf(performer.id)).rows).toBe(2);
});

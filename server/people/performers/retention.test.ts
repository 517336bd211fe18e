import { eq } from 'drizzle-orm';
import { files } from '@server/platform/db/schema/files';
import { performerDocuments } from '@server/platform/db/schema/performers';
import { auditLog } from '@server/platform/db/schema/site';
import { password, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/kit/content/posts';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const day_s = 86_400;
const documentsOf = async (id: string) => ({
  rows: await testHost.ctx.db.$count(performerDocuments, eq(performerDocuments.performerId, id)),
  files: (await testHost.ctx.db.select().from(files).where(eq(files.ownerId, id))).filter(({ type }) => type === 'document'),
});

test('documents are deleted the configured time after the decision, and the deletion is audited', async () => {
  const operator = await signUpOperator(testHost);
  const decide = (id: string, body: { decision: 'approved' } | { decision: 'rejected'; note: string }) =>
    testHost.call('POST /admin/performers/:id/verification', { params: { id }, body }, { token: operator.token });
  const [approved, rejected, pendingPerformer] = [
    await signUpPerformer(testHost, undefined, 'pending'),
    await signUpPerformer(testHost, undefined, 'pending'),
    await signUpPerformer(testHost, undefined, 'pending'),
  ];
  expect((await decide(approved.id, { decision: 'approved' })).status).toBe(200);
  expect((await decide(rejected.id, { decision: 'rejected', note: 'It is blurred.' })).status).toBe(200);
  const before = await documentsOf(approved.id);
  expect(before.files).toHaveLength(2);

  testHost.clock.advance({ seconds: 364 * day_s });
  await runJob(testHost, 'performers/drop-documents', {});
  expect((await documentsOf(approved.id)).rows).toBe(2);

  testHost.clock.advance({ seconds: 2 * day_s });
  await runJob(testHost, 'performers/drop-documents', {});
  await runJob(testHost, 'performers/drop-documents', {});
  for (const { id } of [approved, rejected]) expect(await documentsOf(id)).toEqual({ rows: 0, files: [] });
  expect((await documentsOf(pendingPerformer.id)).rows).toBe(2);
  for (const { variants } of before.files) for (const { key } of variants) expect(await testHost.ctx.storage.open(key)).toBeNull();
  const entries = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, approved.id));
  expect(entries.filter(({ action }) => action === 'documents.expired')).toMatchObject([{ actorId: null, address: null }]);
});

test('documents that were uploaded again are kept until another decision', async () => {
  const { token } = await signUpOperator(testHost);
  const performer = await signUpPerformer(testHost, undefined, 'pending');
  const body = { decision: 'rejected', note: 'It is blurred.' } as const;
  await testHost.call('POST /admin/performers/:id/verification', { params: { id: performer.id }, body }, { token });
  testHost.clock.advance({ seconds: 366 * day_s });
  const { data } = await testHost.call('POST /auth/login', { body: { username: performer.username, password } });
  const file = await sampleImage();
  for (const type of ['idVerification', 'documentVerification'] as const) {
    const response = await testHost.call('POST /performers/documents/upload', { body: { type }, files: { file } }, { token: data.token });
    expect(response.status).toBe(200);
  }
  await runJob(testHost, 'performers/drop-documents', {});
  expect((await documentsOf(performer.id)).rows).toBe(2);
});

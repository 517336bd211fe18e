/** Releases of people without an account, the record sheet, and the errors of naming people. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { releases } from '@server/platform/db/schema/consent';
import { files } from '@server/platform/db/schema/files';
import { auditLog } from '@server/platform/db/schema/site';
import { takeAdvisoryLock } from '@server/platform/db/advisory-lock';
import { addAppearance } from '../../../tests/kit/people/appearances';
import { waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { publishPost } from '../../../tests/kit/content/posts';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

type Person = Awaited<ReturnType<typeof signUpPerformer>>;
let testHost: TestHost;
let [ada, bruno, operator] = [] as unknown as [Person, Person, Person];
let documentFile: Blob;
beforeAll(async () => {
  testHost = await openTestHost();
  [ada, bruno, operator] = [
    await signUpPerformer(testHost, 'ada'),
    await signUpPerformer(testHost, 'bruno'),
    await signUpOperator(testHost),
  ];
  documentFile = await sampleImage(64, 48);
});
afterAll(() => testHost.close());

const missingId = '0198c0de-0000-7000-8000-00000000dead';
const signed = { name: 'Mina Roth', dateOfBirth: '1990-05-01', signedOn: '2026-01-10' };
const addRelease = (body: Partial<typeof signed> = {}, as: { token: string; key?: string } = ada, sent: Blob = documentFile) => {
  const { token, key } = as;
  const files = { form: sent, identity: documentFile };
  return testHost.call('POST /performer/releases', { files, body: { ...signed, ...body } }, { token, ...(key !== undefined && { key }) });
};
const decide = (id: string, decision: 'approved' | 'rejected' | 'withdrawn', note?: string) =>
  testHost.call(
    'POST /admin/releases/:id/decide',
    { params: { id }, body: { decision, ...(note !== undefined && { note }) } },
    { token: operator.token },
  );
const remove = (id: string, { token } = ada) => testHost.call('DELETE /performer/releases/:id', { params: { id } }, { token });
const own = async (id: string) => (await testHost.call('GET /performer/feeds/:id', { params: { id } }, { token: ada.token })).data;
const record = (id: string) => testHost.call('GET /admin/items/:id/record', { params: { id } }, { token: operator.token });
const errorOf = async (call: Promise<{ errorBody: { error?: string } }>) => (await call).errorBody.error;

test('items that name a release are published once it is approved, and unpublished when it is withdrawn', async () => {
  const { data: release } = await addRelease();
  expect(release).toMatchObject({ ...signed, status: 'waiting', items: 0 });
  const notification = (await notificationInboxOf(testHost, operator)).find(({ type }) => type === 'verification');
  expect(notification).toMatchObject({ text: 'added a release for review.', link: '/admin/releases' });
  const { _id: id } = await publishPost(testHost, ada, { releaseIds: [release._id] });
  expect(await own(id)).toMatchObject({
    state: 'awaiting-consent',
    people: [{ release: { name: 'Mina Roth' }, person: null, consent: 'asked' }],
  });
  expect(await errorOf(decide(release._id, 'rejected'))).toBe('invalid_request');
  expect((await decide(release._id, 'approved')).data).toMatchObject({ status: 'approved', items: 1, performer: { username: 'ada' } });
  // Visitors do not see the names of releases.
  const seen = (await testHost.call('GET /user/feeds/:id', { params: { id } })).data;
  expect(seen).toMatchObject({ state: 'published', participants: [], people: null });
  expect(await publishPost(testHost, ada, { releaseIds: [release._id] })).toMatchObject({ state: 'published' });
  expect(await errorOf(decide(release._id, 'rejected', 'Too late'))).toBe('release_decided');
  await decide(release._id, 'withdrawn', 'Mina asked for it');
  expect(await own(id)).toMatchObject({ state: 'consent-refused', people: [{ consent: 'withdrawn' }] });
  expect((await notificationInboxOf(testHost, ada))[0]?.text).toBe(
    'Your release for “Mina Roth” is no longer valid, so we took down what shows them. Reason: Mina asked for it',
  );
  expect(await errorOf(testHost.call('PUT /performer/feeds/:id', { params: { id }, body: { releaseIds: [] } }, { token: ada.token }))).toBe(
    'consent_refused',
  );
  const entries = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, release._id));
  expect(entries.map(({ action }) => action).sort()).toEqual(['releases.approved', 'releases.withdrawn']);
});

test('a rejected release can be replaced by another one', async () => {
  const { data: blurred } = await addRelease();
  const { _id: id } = await publishPost(testHost, ada, { releaseIds: [blurred._id] });
  await decide(blurred._id, 'rejected', 'Too blurred');
  expect(await own(id)).toMatchObject({ state: 'consent-refused' });
  const { data: sharp } = await addRelease();
  await testHost.call('PUT /performer/feeds/:id', { params: { id }, body: { releaseIds: [sharp._id] } }, { token: ada.token });
  expect(await own(id)).toMatchObject({ state: 'awaiting-consent', people: [{ release: { _id: sharp._id } }] });
});

test('only their owner and operators who review identity documents can open the documents', async () => {
  const { data } = await addRelease({ name: 'Sealed' });
  const status = async ({ token }: Person) =>
    (await testHost.call('GET /files/:id/status', { params: { id: data.form._id } }, { token })).status;
  expect([await status(ada), await status(operator), await status(bruno)]).toEqual([200, 200, 404]);
  const found = await testHost.call('GET /performer/releases', { query: { q: 'seal' } }, { token: ada.token });
  expect(found.data.data.map(({ name }) => name)).toEqual(['Sealed']);
  expect((await testHost.call('GET /performer/releases', { query: {} }, { token: bruno.token })).data.data).toEqual([]);
  const all = await testHost.call('GET /admin/releases/search', { query: { status: 'waiting' } }, { token: operator.token });
  expect(all.data.data[0]).toMatchObject({ name: 'Sealed', performer: { username: 'ada' } });
  expect((await remove(data._id)).data).toEqual({ deleted: true });
  expect(await status(ada)).toBe(404);
});

test('invalid requests about releases are rejected with a specific error', async () => {
  const unverified = await signUpPerformer(testHost, undefined, 'pending');
  const text = new File(['no paper'], 'paper.pdf', { type: 'application/pdf' });
  const { data: used } = await addRelease();
  await publishPost(testHost, ada, { releaseIds: [used._id] });
  expect([
    await errorOf(addRelease({}, unverified)),
    await errorOf(addRelease({ dateOfBirth: '2008-01-11' })),
    await errorOf(addRelease({ signedOn: '2090-01-01' })),
    await errorOf(remove(used._id)),
    await errorOf(remove(used._id, bruno)),
    await errorOf(decide(missingId, 'approved')),
    await errorOf(record(missingId)),
  ]).toEqual([
    'performer_not_verified',
    'under_age',
    'invalid_request',
    'release_used',
    'release_not_found',
    'release_not_found',
    'content_not_found',
  ]);
  expect(['file_unreadable', 'unsupported_media_type']).toContain(await errorOf(addRelease({}, ada, text)));
  const one = await testHost.ctx.db.select().from(releases).limit(1);
  const now = testHost.clock.now();
  await testHost.ctx.db.insert(releases).values(
    Array.from({ length: limits.releasesMax }, () => ({
      id: testHost.ctx.random.id(),
      performerId: bruno.id,
      ...signed,
      createdAt: now,
      updatedAt: now,
      formId: one[0]?.formId ?? '',
      identityId: one[0]?.identityId ?? '',
    })),
  );
  expect(await errorOf(addRelease({}, bruno))).toBe('too_many_releases');
});

test('a release is added once per key, and requires readable documents and enough storage', async () => {
  const { token, id } = await signUpPerformer(testHost);
  const as = (key: string) => ({ token, key });
  const { data: first } = await addRelease({}, as('once'));
  expect((await addRelease({}, as('once'))).data._id).toBe(first._id);
  expect(await errorOf(addRelease({ name: 'Another' }, as('once')))).toBe('idempotency_key_reused');
  const { running } = await testHost.ctx.db.transaction(async (tx) => {
    await takeAdvisoryLock(tx, `releases of ${id}`);
    const slow = addRelease({}, as('slow'));
    await waitForBlockedQuery(testHost);
    expect(await errorOf(addRelease({}, as('slow')))).toBe('request_in_progress');
    return { running: slow };
  });
  expect((await running).status).toBe(200);

  const damaged = new File([new Uint8Array(await (await sampleImage(200, 200)).arrayBuffer()).slice(0, 400)], 'a.jpg');
  expect(await errorOf(addRelease({}, { token }, damaged))).toBe('file_unreadable');
  await testHost.ctx.db.insert(files).values({
    id: testHost.ctx.random.id(),
    ownerId: id,
    type: 'cover',
    name: 'full',
    mimeType: 'image/webp',
    size: limits.quota_bytes,
    status: 'finished',
    variants: [],
    createdAt: testHost.clock.now(),
  });
  expect(await errorOf(addRelease({}, { token }))).toBe('quota_exceeded');
});

test('the record sheet lists the people with proof and answers, and access to it is logged', async () => {
  const { data: release } = await addRelease({ name: 'On paper' });
  await decide(release._id, 'approved');
  const { _id: id } = await publishPost(testHost, ada, { participantIds: [bruno.id], releaseIds: [release._id] });
  const [shown] = (await testHost.call('GET /appearances', { query: {} }, { token: bruno.token })).data.data;
  const answer = { params: { id: shown?._id ?? '' }, body: { answer: 'accept', version: 1 } } as const;
  await testHost.call('POST /appearances/:id/answer', answer, { token: bruno.token });
  const { data } = await record(id);
  expect(data).toMatchObject({ kind: 'feed', state: 'published', consent: 'given', publisher: { person: { username: 'ada' } } });
  const [person, onPaper] = data.people;
  expect(person).toMatchObject({ person: { username: 'bruno' }, consent: 'accepted', isRemoved: false, release: null });
  expect(person?.history.map(({ event }) => event)).toEqual(['asked', 'accepted']);
  expect(onPaper).toMatchObject({ legalName: 'On paper', dateOfBirth: '1990-05-01', consent: 'accepted', release: { name: 'On paper' } });
  expect(onPaper?.releasePapers).toHaveLength(2);
  const entries = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, id));
  expect(entries.map(({ action }) => action)).toEqual(['records.read']);
});

describe('naming a person', () => {
  type People = { participantIds?: string[]; releaseIds?: string[] };
  const assets = '/performer/performer-assets' as const;
  let [picture, clip] = [] as unknown as [Blob, Blob];
  beforeAll(async () => {
    [picture, clip] = [await sampleImage(64, 48), await blobOf(await videoFile({ length_s: 1 }), 'film.mp4')];
  });
  const create = {
    feed: (body: People) => testHost.call('POST /performer/feeds', { body: { type: 'text', text: 'Hi', ...body } }, ada),
    gallery: (body: People) => testHost.call(`POST ${assets}/galleries`, { body: { title: 'All', ...body } }, ada),
    photo: (body: People) => testHost.call(`POST ${assets}/photos/upload`, { files: { photo: picture }, body }, ada),
    video: (body: People) =>
      testHost.call(
        `POST ${assets}/videos/upload`,
        { files: { video: clip, teaser: undefined, thumbnail: undefined }, body: { title: 'Film', ...body } },
        ada,
      ),
    product: (body: People) =>
      testHost.call(
        `POST ${assets}/products`,
        { files: { image: undefined, digitalFile: undefined }, body: { name: 'Mug', type: 'physical', price: 5, stock: 3, ...body } },
        ada,
      ),
  };
  /** A multipart form has no empty list. An empty string means that no one is named. */
  const inForm = (body: People): People => (body.participantIds?.length === 0 ? { ...body, participantIds: [''] } : body);
  const update = {
    feed: (id: string, body: People) => testHost.call('PUT /performer/feeds/:id', { params: { id }, body }, ada),
    gallery: (id: string, body: People) => testHost.call(`PUT ${assets}/galleries/:id`, { params: { id }, body }, ada),
    photo: (id: string, body: People) => testHost.call(`PUT ${assets}/photos/:id`, { params: { id }, body }, ada),
    video: (id: string, body: People) =>
      testHost.call(
        `PUT ${assets}/videos/edit/:id`,
        { params: { id }, files: { video: undefined, teaser: undefined, thumbnail: undefined }, body: inForm(body) },
        ada,
      ),
    product: (id: string, body: People) =>
      testHost.call(
        `PUT ${assets}/products/:id`,
        { params: { id }, files: { image: undefined, digitalFile: undefined }, body: inForm(body) },
        ada,
      ),
  };
  const kinds = Object.keys(create) as (keyof typeof create)[];

  test.each(kinds)('in a %s waits for consent, and rejects people who cannot be named', async (kind) => {
    expect(await errorOf(create[kind]({ participantIds: [missingId] }))).toBe('performer_not_found');
    expect(await errorOf(create[kind]({ releaseIds: [missingId] }))).toBe('release_not_found');
    const { data } = await create[kind]({ participantIds: [bruno.id] });
    expect(data.people).toMatchObject([{ person: { username: 'bruno' }, consent: 'asked' }]);
    expect(['awaiting-consent', 'processing']).toContain(data.state);
    expect(await errorOf(update[kind](data._id, { participantIds: [missingId] }))).toBe('performer_not_found');
    expect(await errorOf(update[kind](data._id, { releaseIds: [missingId] }))).toBe('release_not_found');
    const cora = await signUpPerformer(testHost);
    const { data: more } = await create[kind]({});
    await addAppearance(testHost, more._id, bruno.id, 'withdrawn');
    expect(await errorOf(update[kind](more._id, { participantIds: [] }))).toBe('consent_refused');
    await update[kind](more._id, { participantIds: [bruno.id, cora.id] });
    const { data: shown } = await testHost.call('GET /appearances', { query: {} }, { token: cora.token });
    const body = { answer: 'not-me', version: 1 } as const;
    await testHost.call('POST /appearances/:id/answer', { params: { id: shown.data[0]?._id ?? '' }, body }, { token: cora.token });
    expect(await errorOf(update[kind](more._id, { participantIds: [bruno.id, cora.id] }))).toBe('person_not_shown');
  });
});

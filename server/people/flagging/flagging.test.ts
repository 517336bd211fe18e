/** Flagged words do not reject a text: it is stored, and a report without a reporter is filed in the same transaction. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { reports } from '@server/platform/db/schema/safety';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/kit/host/site-settings';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: TestPerson;

interface TestPerson {
  id: string;
  token: string;
}

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
  const words = [
    { text: 'meet me', match: 'part' as const, action: 'report' as const },
    { text: 'badword', match: 'word' as const, action: 'refuse' as const },
  ];
  const { data } = await testHost.call('PUT /admin/keyword-filters', { body: { words } }, { token: operator.token });
  expect(data.words).toEqual([words[1], words[0]]);
});
afterAll(() => testHost.close());

/** The word-filter reports of an account, oldest first. */
const reportsOf = ({ id }: { id: string }) =>
  testHost.ctx.db
    .select()
    .from(reports)
    .where(and(eq(reports.ownerId, id), isNull(reports.reporterId)))
    .orderBy(asc(reports.createdAt), asc(reports.id));
const post = (author: TestPerson, text: string, more: object = {}) =>
  testHost.call('POST /performer/feeds', { body: { type: 'text', text, ...more } as never }, { token: author.token });
const edit = (author: TestPerson, id: string, text: string) =>
  testHost.call('PUT /performer/feeds/:id', { params: { id }, body: { text } }, { token: author.token });
const resolve = (id: string, action: 'none' | 'hide' | 'warn') =>
  testHost.call('POST /admin/reports/:id/resolve', { params: { id }, body: { action } }, { token: operator.token });

test('a report appears in the operators’ queue with a notification, and is decided like reports by people', async () => {
  const performer = await signUpPerformer(testHost);
  const { data } = await post(performer, 'So meet me');
  expect(data.text).toBe('So meet me');
  const [found] = await reportsOf(performer);
  const id = found?.id ?? '';
  const loadReport = () => testHost.call('GET /admin/reports/:id', { params: { id } }, { token: operator.token });
  expect((await loadReport()).data).toMatchObject({
    source: 'words',
    reporter: null,
    owner: { _id: performer.id },
    title: 'So meet me',
    history: { reporter: { reports: 0, upheld: 0 } },
    evidence: { link: `/post/${data._id}` },
  });
  expect((await notificationInboxOf(testHost, operator))[0]).toMatchObject({ type: 'report', actor: null, link: `/admin/reports/${id}` });
  expect((await resolve(id, 'hide')).data).toMatchObject({ status: 'resolved', action: 'hide' });
  expect((await testHost.call('GET /user/feeds/:id', { params: { id: data._id } })).errorBody.error).toBe('feed_not_found');
});

test('a target has at most one open report, even after repeated and concurrent edits', async () => {
  const performer = await signUpPerformer(testHost);
  const { data } = await post(performer, 'Plain');
  expect(await reportsOf(performer)).toEqual([]);
  const statuses = await Promise.all(
    ['one', 'two', 'three'].map(async (what) => (await edit(performer, data._id, `Meet me, ${what}`)).status),
  );
  expect(statuses).toEqual([200, 200, 200]);
  await edit(performer, data._id, 'Meet me, at last');
  await edit(performer, data._id, 'Meet me, at last');
  const [found, ...others] = await reportsOf(performer);
  expect(others).toEqual([]);
  expect(found?.evidence.lines).toHaveLength(3);
  expect(found?.evidence.lines.at(-1)).toMatchObject({ text: 'Meet me, at last' });
});

test('deciding a report while the text is edited does not deadlock', async () => {
  const performer = await signUpPerformer(testHost);
  const { data } = await post(performer, 'Meet me');
  for (const round of ['one', 'two', 'three']) {
    const open = (await reportsOf(performer)).find(({ status }) => status === 'open');
    const responses = await Promise.all([resolve(open?.id ?? '', 'warn'), edit(performer, data._id, `Meet me, round ${round}`)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    await edit(performer, data._id, `Meet me, after ${round}`);
    expect((await reportsOf(performer)).filter(({ status }) => status === 'open')).toHaveLength(1);
  }
});

test('a text that was decided on is reported again only if it has changed', async () => {
  const performer = await signUpPerformer(testHost);
  const { data } = await post(performer, 'Meet me');
  await resolve((await reportsOf(performer))[0]?.id ?? '', 'none');
  await edit(performer, data._id, 'Meet me');
  expect(await reportsOf(performer)).toHaveLength(1);
  await edit(performer, data._id, 'Meet me tonight');
  expect((await reportsOf(performer)).map(({ status }) => status)).toEqual(['dismissed', 'open']);
});

test('a text that is not stored is not reported', async () => {
  const performer = await signUpPerformer(testHost);
  const unknown = testHost.ctx.random.id();
  expect((await post(performer, 'Meet me', { type: 'photo', fileIds: [unknown] })).errorBody.error).toBe('file_not_found');
  expect((await post(performer, 'Meet me, badword')).errorBody.error).toBe('words_refused');
  expect(await reportsOf(performer)).toEqual([]);
});

test('a flagged name is reported at registration, but not if the email address is known', async () => {
  const existing = await signUpFan(testHost);
  await setSettings(testHost, { requireEmailVerification: true });
  const register = (email: string, username: string) =>
    testHost.call('POST /auth/users/register', { body: { email, username, password: 'correct horse battery', name: 'Meet me' } });
  const before = await testHost.ctx.db.$count(reports);
  expect((await register(existing.email, 'mia-one')).status).toBe(200);
  expect((await register('second@example.com', 'mia-two')).status).toBe(200);
  const [account] = await testHost.ctx.db.select().from(accounts).where(eq(accounts.email, 'second@example.com'));
  expect(await reportsOf({ id: account?.id ?? '' })).toMatchObject([{ target: 'user', targetId: account?.id }]);
  expect(await testHost.ctx.db.$count(reports)).toBe(before + 1);
  await setSettings(testHost, { requireEmailVerification: false });
});

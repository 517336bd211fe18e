/** Words that are reported and not refused: what is written stands, and a report without a reporter waits, with it or not at all. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import { accounts, reports } from '@server/platform/db/schema/schema';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { setSettings } from '../../../tests/support/site-settings';
import { inboxOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let operator: Somebody;

interface Somebody {
  id: string;
  token: string;
}

beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
  const words = [
    { text: 'meet me', match: 'part' as const, action: 'report' as const },
    { text: 'badword', match: 'word' as const, action: 'refuse' as const },
  ];
  const { data } = await world.call('PUT /admin/keyword-filters', { body: { words } }, { token: operator.token });
  expect(data.words).toEqual([words[1], words[0]]);
});
afterAll(() => world.close());

/** What the list of words has reported of somebody, the first first. */
const reportsOf = ({ id }: { id: string }) =>
  world.ctx.db
    .select()
    .from(reports)
    .where(and(eq(reports.ownerId, id), isNull(reports.reporterId)))
    .orderBy(asc(reports.createdAt), asc(reports.id));
const post = (who: Somebody, text: string, more: object = {}) =>
  world.call('POST /performer/feeds', { body: { type: 'text', text, ...more } as never }, { token: who.token });
const edit = (who: Somebody, id: string, text: string) =>
  world.call('PUT /performer/feeds/:id', { params: { id }, body: { text } }, { token: who.token });
const resolve = (id: string, action: 'none' | 'hide' | 'warn') =>
  world.call('POST /admin/reports/:id/resolve', { params: { id }, body: { action } }, { token: operator.token });

test('operators find it in their queue and are told; it is decided like others, with nobody to answer to', async () => {
  const performer = await signUpPerformer(world);
  const { data } = await post(performer, 'So meet me');
  expect(data.text).toBe('So meet me');
  const [found] = await reportsOf(performer);
  const id = found?.id ?? '';
  const read = () => world.call('GET /admin/reports/:id', { params: { id } }, { token: operator.token });
  expect((await read()).data).toMatchObject({
    ...{ source: 'words', reporter: null, owner: { _id: performer.id }, title: 'So meet me' },
    history: { reporter: { reports: 0, upheld: 0 } },
    evidence: { link: `/post/${data._id}` },
  });
  expect((await inboxOf(world, operator))[0]).toMatchObject({ type: 'report', actor: null, link: `/admin/reports/${id}` });
  expect((await resolve(id, 'hide')).data).toMatchObject({ status: 'resolved', action: 'hide' });
  expect((await world.call('GET /user/feeds/:id', { params: { id: data._id } })).refusal.error).toBe('feed_not_found');
});

test('about one thing one report waits, however often it is written again, also at the same moment', async () => {
  const performer = await signUpPerformer(world);
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

test('is decided and written again at the same moment, and neither waits for the other for ever', async () => {
  const performer = await signUpPerformer(world);
  const { data } = await post(performer, 'Meet me');
  for (const round of ['one', 'two', 'three']) {
    const open = (await reportsOf(performer)).find(({ status }) => status === 'open');
    const both = await Promise.all([resolve(open?.id ?? '', 'warn'), edit(performer, data._id, `Meet me, round ${round}`)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await edit(performer, data._id, `Meet me, after ${round}`);
    expect((await reportsOf(performer)).filter(({ status }) => status === 'open')).toHaveLength(1);
  }
});

test('what was decided does not come back when it is saved unchanged, and does with other words', async () => {
  const performer = await signUpPerformer(world);
  const { data } = await post(performer, 'Meet me');
  await resolve((await reportsOf(performer))[0]?.id ?? '', 'none');
  await edit(performer, data._id, 'Meet me');
  expect(await reportsOf(performer)).toHaveLength(1);
  await edit(performer, data._id, 'Meet me tonight');
  expect((await reportsOf(performer)).map(({ status }) => status)).toEqual(['dismissed', 'open']);
});

test('what is taken back leaves no report', async () => {
  const performer = await signUpPerformer(world);
  const unknown = world.ctx.chance.id();
  expect((await post(performer, 'Meet me', { type: 'photo', fileIds: [unknown] })).refusal.error).toBe('file_not_found');
  expect((await post(performer, 'Meet me, badword')).refusal.error).toBe('words_refused');
  expect(await reportsOf(performer)).toEqual([]);
});

test('who registers under such a name is reported; a known address leaves nothing, and neither does its owner', async () => {
  const known = await signUpFan(world);
  await setSettings(world, { requireEmailVerification: true });
  const register = (email: string, username: string) =>
    world.call('POST /auth/users/register', { body: { email, username, password: 'correct horse battery', name: 'Meet me' } });
  const before = await world.ctx.db.$count(reports);
  expect((await register(known.email, 'mia-one')).status).toBe(200);
  expect((await register('second@example.com', 'mia-two')).status).toBe(200);
  const [made] = await world.ctx.db.select().from(accounts).where(eq(accounts.email, 'second@example.com'));
  expect(await reportsOf({ id: made?.id ?? '' })).toMatchObject([{ target: 'user', targetId: made?.id }]);
  expect(await world.ctx.db.$count(reports)).toBe(before + 1);
  await setSettings(world, { requireEmailVerification: false });
});

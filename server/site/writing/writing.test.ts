/** Pages and menus as operators manage them: what visitors see of them, and which HTML is removed. */
import { asc, eq } from 'drizzle-orm';
import { auditLog } from '@server/platform/db/schema/site';
import { ensureDefaultPages } from '../site/site';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { cleanHtml } from './clean-html';

let testHost: TestHost;
let token: string;

beforeAll(async () => {
  testHost = await openTestHost();
  ({ token } = await signUpOperator(testHost));
});
afterAll(() => testHost.close());

const page = { slug: 'house-rules', title: 'House rules', content: '<p>Be kind.</p>', status: 'published' as const };
const create = (fields: object = {}) => testHost.call('POST /admin/posts', { body: { ...page, ...fields } }, { token });
const change = (id: string, fields: object) =>
  testHost.call('PUT /admin/posts/:id', { params: { id }, body: { ...page, ...fields } }, { token });
const visit = (id: string) => testHost.call('GET /posts/:id', { params: { id } });
const auditEntriesOf = (id: string) =>
  testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(asc(auditLog.createdAt), asc(auditLog.id));

test.each([
  ['<p onclick="steal()">Hi<script>steal()</script></p>', '<p>Hi</p>'],
  ['<a href="javascript:steal()">x</a><a href="JaVa\tScript:steal()">y</a>', '<a>x</a><a>y</a>'],
  ['<a href="https://example.com" target="_top" style="x">x</a>', '<a href="https://example.com">x</a>'],
  ['<svg><textarea><img src=x onerror=steal()></textarea></svg>ok', 'ok'],
  ['<math><mtext><table><mglyph><style><img src=x onerror=steal()>', ''],
  ['<h1>Title</h1><h5>Small</h5><b>bold</b>', '<h2>Title</h2><h3>Small</h3><strong>bold</strong>'],
  ['<img src=x onerror=steal()><iframe src="//x"></iframe><form action=x><input></form>', ''],
  ['<ul><li>one</li></ul><blockquote>two &lt;b&gt;</blockquote>', '<ul><li>one</li></ul><blockquote>two &#x3C;b></blockquote>'],
  ['<p>open', '<p>open</p>'],
])('sanitizes %j', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
  // Sanitizing is idempotent.
  expect(cleanHtml(clean)).toBe(clean);
});

test('a page is a draft until it is published, and a draft again when it is unpublished', async () => {
  const { data } = await create({ status: 'draft', content: '<h2>One</h2><script>steal()</script>' });
  expect(data).toMatchObject({ slug: 'house-rules', type: 'page', status: 'draft', content: '<h2>One</h2>' });
  expect((await visit('house-rules')).errorBody.error).toBe('post_not_found');
  expect((await testHost.call('GET /admin/posts/:id', { params: { id: data._id } }, { token })).data).toEqual(data);

  expect((await change(data._id, { title: 'Rules of the house' })).data).toMatchObject({ status: 'published', content: '<p>Be kind.</p>' });
  expect((await visit('house-rules')).data).toMatchObject({ title: 'Rules of the house', content: '<p>Be kind.</p>' });
  await change(data._id, { status: 'draft' });
  expect((await visit('house-rules')).errorBody.error).toBe('post_not_found');
  expect((await visit(data._id)).errorBody.error).toBe('post_not_found');
  expect((await auditEntriesOf(data._id)).map(({ action, before, after }) => [action, before, after]).slice(1)).toEqual([
    [
      'page.change',
      { title: 'House rules', content: '<h2>One</h2>', status: 'draft' },
      { title: 'Rules of the house', content: '<p>Be kind.</p>', status: 'published' },
    ],
    ['page.change', { title: 'Rules of the house', status: 'published' }, { title: 'House rules', status: 'draft' }],
  ]);
});

test('operators find drafts and published pages', async () => {
  await create({ slug: 'found-one', title: 'Found one', status: 'draft', type: 'post' });
  await create({ slug: 'found-two', title: 'Found two' });
  const found = async (query: object) =>
    (
      await testHost.call('GET /admin/posts/search', { query: { q: 'found', sortBy: 'title', sort: 'asc', ...query } }, { token })
    ).data.data.map(({ slug }) => slug);
  expect(await found({})).toEqual(['found-one', 'found-two']);
  expect(await found({ status: 'published' })).toEqual(['found-two']);
  expect(await found({ type: 'post' })).toEqual(['found-one']);
  const fan = await signUpFan(testHost);
  expect((await testHost.call('GET /admin/posts/search', {}, { token: fan.token })).errorBody.error).toBe('forbidden_role');
});

test('slugs are unique, and paths of the site are reserved', async () => {
  const { data } = await create({ slug: 'mine' });
  const { data: other } = await create({ slug: 'theirs' });
  for (const attempt of [create({ slug: 'MINE' }), change(other._id, { slug: 'mine' })])
    expect((await attempt).errorBody).toMatchObject({ error: 'slug_taken', issues: [{ path: 'slug' }] });
  for (const slug of ['admin', 'wallet', 'api', data._id])
    for (const attempt of [create({ slug }), change(other._id, { slug })]) expect((await attempt).errorBody.error).toBe('slug_reserved');
  for (const slug of ['', '../x', 'a b', '-x', 'a--b', 'ä']) expect((await create({ slug })).errorBody.error).toBe('invalid_request');
  // Names reserved for people may be slugs, e.g. `terms`.
  expect((await create({ slug: 'terms' })).status).toBe(200);
});

test('a page is rejected when its content is too long or its elements are nested too deeply', async () => {
  expect((await create({ slug: 'long', content: 'x'.repeat(100_001) })).errorBody.error).toBe('invalid_request');
  expect((await create({ slug: 'deep', content: '<blockquote>'.repeat(8_000) })).errorBody.error).toBe('invalid_request');
});

test('a page is deleted, and the audit log keeps its content', async () => {
  const { data } = await create({ slug: 'short-lived' });
  const remove = (id: string) => testHost.call('DELETE /admin/posts/:id', { params: { id } }, { token });
  expect((await remove(data._id)).data).toEqual({ deleted: true });
  expect((await remove(data._id)).errorBody.error).toBe('post_not_found');
  expect((await change(data._id, {})).errorBody.error).toBe('post_not_found');
  expect((await testHost.call('GET /admin/posts/:id', { params: { id: data._id } }, { token })).errorBody.error).toBe('post_not_found');
  expect((await visit('short-lived')).errorBody.error).toBe('post_not_found');
  expect((await auditEntriesOf(data._id)).at(-1)).toMatchObject({ action: 'page.delete', before: { content: '<p>Be kind.</p>' } });
});

describe('menus', () => {
  const put = (...menus: { title: string; path: string; section?: 'main' | 'header' | 'footer' }[]) =>
    testHost.call('PUT /admin/menus', { body: { menus: menus.map((entry) => ({ section: 'footer' as const, ...entry })) } }, { token });

  test('apply immediately, on other API servers too, in the given order', async () => {
    const other = await openTestHost({ DATABASE_URL: testHost.databaseUrl });
    const { data } = await put(
      { title: 'Rules', path: '/page/terms' },
      { title: 'Explore', path: '/explore', section: 'header' },
      { title: 'Status', path: 'https://status.example.com/now' },
    );
    expect(data.map(({ title, section, ordering, isInternal }) => [title, section, ordering, isInternal])).toEqual([
      ['Rules', 'footer', 0, true],
      ['Status', 'footer', 1, false],
      ['Explore', 'header', 0, true],
    ]);
    const titles = async (host: TestHost) => (await host.call('GET /settings/public')).data.menus.map(({ title }) => title);
    expect(await titles(testHost)).toEqual(['Rules', 'Status', 'Explore']);
    await eventually(async () => expect(await titles(other)).toEqual(['Rules', 'Status', 'Explore']));
    await other.close();
    const [entry] = (await auditEntriesOf('menus')).slice(-1);
    expect(entry).toMatchObject({
      action: 'menus.change',
      before: { menus: [] },
      after: { menus: [{ title: 'Explore' }, { title: 'Rules' }, { title: 'Status' }] },
    });
  });

  test('mark broken links within this site', async () => {
    const fan = await signUpFan(testHost, 'menu-fan');
    await create({ slug: 'only-draft', status: 'draft' });
    await put(
      ...['/', '/explore?sort=new', '/page/terms#top', '/page/only-draft', '/page/none', '/page', '/nobody-here'].map((path) => ({
        title: path,
        path,
      })),
      { title: 'profile', path: `/${fan.username}` },
      { title: 'outside', path: 'https://nowhere.invalid' },
    );
    const { data } = await testHost.call('GET /admin/menus', {}, { token });
    expect(data.filter(({ isBroken }) => isBroken).map(({ path }) => path)).toEqual([
      '/page/only-draft',
      '/page/none',
      '/page',
      '/nobody-here',
    ]);
  });

  test('are rejected with links that run code, hide their target, or are invalid', async () => {
    for (const path of ['javascript:steal()', '//evil.example', '/\\evil.example', 'explore', 'http://', 'https://a b', 'data:text/html,x'])
      expect((await put({ title: 'Fine', path: '/' }, { title: 'x', path })).errorBody).toMatchObject({
        error: 'menu_link_invalid',
        issues: [{ path: 'menus.1.path' }],
      });
    const many = Array.from({ length: 61 }, () => ({ title: 'x', path: '/' }));
    expect((await put(...many)).errorBody.error).toBe('invalid_request');
  });

  test('keep the id of an existing entry; unknown and repeated ids are replaced', async () => {
    const [first] = (await put({ title: 'One', path: '/' }, { title: 'Two', path: '/explore' })).data;
    const entry = { _id: first?._id, title: 'One', path: '/', section: 'footer' as const };
    const { data } = await testHost.call(
      'PUT /admin/menus',
      { body: { menus: [{ ...entry, _id: testHost.ctx.random.id() }, entry, entry] } },
      { token },
    );
    expect(data.map(({ _id }) => _id === first?._id)).toEqual([false, true, false]);
  });

  test('stay empty once they are emptied', async () => {
    expect((await put()).data).toEqual([]);
    await ensureDefaultPages(testHost.ctx);
    expect((await testHost.call('GET /admin/menus', {}, { token })).data).toEqual([]);
  });
});

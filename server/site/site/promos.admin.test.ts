/** Promotions as operators manage them: created, changed, stopped and deleted, with immediate effect for guests. */
import { desc, eq } from 'drizzle-orm';
import type { Api } from '@contract/api';
import type { Input } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import { files } from '@server/platform/db/schema/files';
import { auditLog } from '@server/platform/db/schema/site';
import { signUpOperator, sampleImage } from '../../../tests/kit/people/people';
import { fewestQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: { token: string; id: string };
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

type NewPromo = Input<Api['POST /admin/site-promos']>['body'];
type PromoChanges = Input<Api['PUT /admin/site-promos/:id']>['body'];
const create = async (body: Partial<NewPromo> = {}, image?: Blob) =>
  testHost.call(
    'POST /admin/site-promos',
    { body: { title: 'Autumn shows', position: 'top', ...body }, files: { image: image ?? (await sampleImage(1200, 400)) } },
    { token: operator.token },
  );
const change = (id: string, body: PromoChanges, image?: Blob, token = operator.token) =>
  testHost.call('PUT /admin/site-promos/:id', { params: { id }, body, files: { image } }, { token });
const remove = (id: string) => testHost.call('DELETE /admin/site-promos/:id', { params: { id } }, { token: operator.token });
const list = async (query: object = {}) =>
  (await testHost.call('GET /admin/site-promos/search', { query: { limit: 100, ...query } }, { token: operator.token })).data;
/** The titles that guests see. */
const titlesForGuests = async (): Promise<string[]> =>
  (await testHost.call('GET /site-promo/search', { query: { sortBy: 'ordering', sort: 'asc' } })).data.data.map(({ title }) => title);
const auditEntriesOf = async (id: string) =>
  (await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(desc(auditLog.createdAt), desc(auditLog.id))).map(
    ({ action, before, after }) => ({ action, before, after }),
  );
const missingId = '0198c0de-0000-7000-8000-00000000dead';

describe('a promotion', () => {
  it('changes for guests as soon as it is created, changed, stopped, restarted or deleted', async () => {
    const { status, data } = await create({ link: '/explore', ordering: 5 });
    expect([status, data]).toMatchObject([200, { title: 'Autumn shows', link: '/explore', state: 'shown', image: { status: 'finished' } }]);
    expect(await titlesForGuests()).toEqual(['Autumn shows']);
    const first = await create({ title: 'First of all', ordering: 1 });
    expect(await titlesForGuests()).toEqual(['First of all', 'Autumn shows']);
    expect((await change(data._id, { title: 'Winter shows' })).data).toMatchObject({
      title: 'Winter shows',
      link: '/explore',
      ordering: 5,
    });
    expect(await titlesForGuests()).toEqual(['First of all', 'Winter shows']);
    expect((await change(data._id, { isActive: false })).data.state).toBe('stopped');
    expect(await titlesForGuests()).toEqual(['First of all']);
    expect((await change(data._id, { isActive: true, ordering: 0 })).data.state).toBe('shown');
    expect(await titlesForGuests()).toEqual(['Winter shows', 'First of all']);
    for (const id of [data._id, first.data._id]) expect((await remove(id)).data).toEqual({ deleted: true });
    expect(await titlesForGuests()).toEqual([]);
    expect(await auditEntriesOf(data._id)).toMatchObject([
      { action: 'promo.delete', before: { title: 'Winter shows', link: '/explore' } },
      { action: 'promo.change', before: { isActive: false }, after: { isActive: true } },
      { action: 'promo.change', before: { isActive: true }, after: { isActive: false } },
      { action: 'promo.change', before: { title: 'Autumn shows' }, after: { title: 'Winter shows' } },
      { action: 'promo.create', after: { title: 'Autumn shows', position: 'top' } },
    ]);
  });

  it('is active in its time range, and is found by its state', async () => {
    const now = testHost.clock.now().getTime();
    const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
    const [planned, over] = [await create({ title: 'Planned', startsAt: at(5) }), await create({ title: 'Over', endsAt: at(-1) })];
    const off = await create({ title: 'Off', isActive: false, endsAt: at(-1) });
    const titles = async (state: 'shown' | 'planned' | 'over' | 'stopped') => (await list({ state })).data.map(({ title }) => title);
    expect([await titles('shown'), await titles('planned'), await titles('over'), await titles('stopped')]).toEqual([
      [],
      ['Planned'],
      ['Over'],
      ['Off'],
    ]);
    expect((await list({ sortBy: 'title', sort: 'asc' })).data.map(({ state }) => state)).toEqual(['stopped', 'over', 'planned']);
    testHost.clock.advance({ minutes: 6 });
    expect(await titlesForGuests()).toEqual(['Planned']);
    expect((await change(planned.data._id, { endsAt: at(2), startsAt: null })).data.state).toBe('over');
    expect((await list({ q: 'pLANN' })).total).toBe(1);
    for (const { data } of [planned, over, off]) await remove(data._id);
  });

  it('leaves no image behind: replaced images and those of deleted promotions are deleted', async () => {
    const { data } = await create();
    const stored = () => testHost.ctx.db.select({ id: files.id }).from(files).where(eq(files.attachedKind, 'promo'));
    const imageId = data.image._id;
    const at = ({ image }: typeof data): string => testHost.url + new URL(image.url ?? '').pathname;
    const changed = await change(data._id, {}, await sampleImage(900, 300));
    expect(changed.data.image._id).not.toBe(imageId);
    expect((await fetch(at(data))).status).toBe(404);
    expect((await fetch(at(changed.data))).status).toBe(200);
    expect(await stored()).toEqual([{ id: changed.data.image._id }]);
    await remove(data._id);
    expect(await stored()).toEqual([]);
  });

  it.each(['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'explore', 'https://', 'ftp://x.example'])(
    'rejects the link %s: only paths of the site and http(s) are allowed',
    async (link) => {
      const { status, errorBody } = await create({ link });
      expect([status, errorBody.issues]).toMatchObject([400, [{ path: 'link' }]]);
    },
  );

  it('requires an image, a title and a position, and must end after it starts', async () => {
    const token = operator.token;
    expect(
      (await testHost.call('POST /admin/site-promos', { body: { title: 'A', position: 'top' }, files: {} } as never, { token })).status,
    ).toBe(400);
    expect((await create({ title: '' })).errorBody.issues).toMatchObject([{ path: 'title' }]);
    expect((await create({ position: 'behind' as 'top' })).errorBody.issues).toMatchObject([{ path: 'position' }]);
    const times = { startsAt: '2026-05-02T00:00:00.000Z', endsAt: '2026-05-01T00:00:00.000Z' };
    expect((await create(times)).errorBody.issues).toMatchObject([{ path: 'endsAt' }]);
    const { data } = await create({ startsAt: times.startsAt });
    expect((await change(data._id, { endsAt: times.endsAt })).errorBody.error).toBe('invalid_request');
    await remove(data._id);
  });

  it('returns site_promo_not_found when changed or deleted with an unknown id', async () => {
    expect((await change(missingId, { title: 'A' })).errorBody.error).toBe('site_promo_not_found');
    expect((await remove(missingId)).errorBody.error).toBe('site_promo_not_found');
  });

  it('is listed with a constant number of queries', async () => {
    const promos = [await create()];
    const few = await fewestQueries(testHost, () => list());
    for (let count = 0; count < 4; count += 1) promos.push(await create());
    expect(await fewestQueries(testHost, () => list())).toBe(few);
    for (const { data } of promos) await remove(data._id);
  });
});

it('rejects an image that cannot be read or stored, and leaves the promotion unchanged', async () => {
  const good = await sampleImage();
  const broken = new File([good.slice(0, Math.floor(good.size / 2))], 'broken.jpg', { type: 'image/jpeg' });
  const { data } = await create();
  expect((await create({}, broken)).errorBody.error).toBe('file_unreadable');
  expect((await change(data._id, { title: 'New' }, broken)).errorBody.error).toBe('file_unreadable');
  await testHost.ctx.db.insert(files).values({
    id: testHost.ctx.random.id(),
    ownerId: operator.id,
    type: 'site-image',
    name: 'all of it',
    mimeType: 'image/webp',
    status: 'finished',
    size: limits.quota_bytes,
    variants: [],
    attachedKind: 'account',
    attachedId: operator.id,
    createdAt: testHost.clock.now(),
  });
  expect((await create()).errorBody.error).toBe('quota_exceeded');
  expect((await change(data._id, { title: 'New' }, good)).errorBody.error).toBe('quota_exceeded');
  expect((await list()).data).toMatchObject([{ title: 'Autumn shows' }]);
});

/** Promotions as visitors see them: only active ones, in their time range and position. */
import { files } from '@server/platform/db/schema/files';
import { sitePromos } from '@server/platform/db/schema/site';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

test('active promotions are shown in their time range, order and position', async () => {
  const { id: ownerId } = await signUpOperator(testHost);
  const now = testHost.clock.now();
  const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  const fileId = testHost.ctx.random.id();
  await testHost.ctx.db.insert(files).values({
    id: fileId,
    ownerId,
    type: 'site-image',
    name: 'promo',
    mimeType: 'image/webp',
    size: 1,
    status: 'finished',
    variants: [{ name: 'full', key: 'none', contentType: 'image/webp', size: 1, width: 1, height: 1 }],
    attachedKind: 'account',
    attachedId: ownerId,
    createdAt: now,
  });
  let ordering = 0;
  const promo = (title: string, changes: Partial<typeof sitePromos.$inferInsert> = {}) => ({
    id: testHost.ctx.random.id(),
    title,
    position: 'top' as const,
    fileId,
    ordering: (ordering += 1),
    createdAt: now,
    updatedAt: now,
    ...changes,
  });
  await testHost.ctx.db
    .insert(sitePromos)
    .values([
      promo('always'),
      promo('now', { startsAt: at(-1), endsAt: at(1), link: '/explore', position: 'middle' }),
      promo('off', { isActive: false }),
      promo('later', { startsAt: at(5) }),
      promo('over', { endsAt: at(-1) }),
    ]);
  const titles = async (query: object = {}) =>
    (await testHost.call('GET /site-promo/search', { query: { sortBy: 'ordering', sort: 'asc', ...query } })).data.data.map(
      ({ title }) => title,
    );
  expect(await titles()).toEqual(['always', 'now']);
  expect(await titles({ position: 'middle' })).toEqual(['now']);
  expect(await titles({ q: 'ALW' })).toEqual(['always']);
  const { data } = await testHost.call('GET /site-promo/search', { query: { position: 'middle' } });
  expect(data.data[0]).toMatchObject({ link: '/explore', image: { type: 'site-image', status: 'finished' } });
  expect(data.data[0]?.image.url).toContain('/media/');
  testHost.clock.advance({ minutes: 6 });
  expect(await titles()).toEqual(['always', 'later']);
});

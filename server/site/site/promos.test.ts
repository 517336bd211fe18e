/** What the site points to: only what is switched on, in its time and in its place. */
import { files, sitePromos } from '@server/platform/db/schema/schema';
import { signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('promos are shown while they are active and in time, in their order and place', async () => {
  const { id: ownerId } = await signUpOperator(world);
  const now = world.clock.now();
  const at = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  const fileId = world.ctx.chance.id();
  await world.ctx.db.insert(files).values({
    id: fileId,
    ownerId,
    type: 'site-image',
    name: 'promo',
    mimeType: 'image/webp',
    size: 1,
    status: 'finished',
    variants: [{ name: 'full', key: 'none', contentType: 'image/webp', size: 1, width: 1, height: 1 }],
    attachedTo: 'site',
    createdAt: now,
  });
  let ordering = 0;
  const promo = (title: string, changes: Partial<typeof sitePromos.$inferInsert> = {}) => ({
    id: world.ctx.chance.id(),
    title,
    position: 'top' as const,
    fileId,
    ordering: (ordering += 1),
    createdAt: now,
    updatedAt: now,
    ...changes,
  });
  await world.ctx.db
    .insert(sitePromos)
    .values([
      promo('always'),
      promo('now', { startsAt: at(-1), endsAt: at(1), link: '/explore', position: 'middle' }),
      promo('off', { isActive: false }),
      promo('later', { startsAt: at(5) }),
      promo('over', { endsAt: at(-1) }),
    ]);
  const titles = async (query: object = {}) =>
    (await world.call('GET /site-promo/search', { query: { sortBy: 'ordering', sort: 'asc', ...query } })).data.data.map(
      ({ title }) => title,
    );
  expect(await titles()).toEqual(['always', 'now']);
  expect(await titles({ position: 'middle' })).toEqual(['now']);
  expect(await titles({ q: 'ALW' })).toEqual(['always']);
  const { data } = await world.call('GET /site-promo/search', { query: { position: 'middle' } });
  expect(data.data[0]).toMatchObject({ link: '/explore', image: { type: 'site-image', status: 'finished' } });
  expect(data.data[0]?.image.url).toContain('/media/');
  world.clock.advance({ minutes: 6 });
  expect(await titles()).toEqual(['always', 'later']);
});

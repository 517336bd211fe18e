/** Shows that are planned by a post. */
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { letFollow, runJob } from '../../../tests/support/posts';
import { inboxOf, spreadNews } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ahead = (minutes: number): string => new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

test('people are told of a planned show once, when its time has come, and again when it was moved', async () => {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await letFollow(world, fan, performer);
  const plan = { type: 'scheduled-stream', title: 'An evening', text: '', audience: 'public', streamScheduledAt: ahead(30) } as const;
  const { data: post } = await world.call('POST /performer/feeds', { body: plan }, { token: performer.token });
  const told = async () => {
    await runJob(world, 'feeds/tell-shows', {});
    await spreadNews(world, performer);
    return (await inboxOf(world, fan)).filter(({ type }) => type === 'stream_scheduled');
  };
  expect(await told()).toEqual([]);
  world.clock.advance({ minutes: 31 });
  expect(await told()).toMatchObject([
    { text: 'has planned a show for now: An evening', link: `/live/${performer.id}`, actor: { _id: performer.id } },
  ]);
  expect(await told()).toHaveLength(1);
  const moved = { params: { id: post._id }, body: { streamScheduledAt: ahead(10) } };
  expect((await world.call('PUT /performer/feeds/:id', moved, { token: performer.token })).status).toBe(200);
  world.clock.advance({ minutes: 11 });
  expect(await told()).toHaveLength(2);
});

test('nobody is told of a planned show that nobody sees, or long after its time', async () => {
  const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
  await letFollow(world, fan, performer);
  const plan = { type: 'scheduled-stream', title: 'Later', text: '', streamScheduledAt: ahead(30) } as const;
  await world.call('POST /performer/feeds', { body: { ...plan, status: 'draft' } }, { token: performer.token });
  await world.call('POST /performer/feeds', { body: plan }, { token: performer.token });
  world.clock.advance({ minutes: 100 });
  await runJob(world, 'feeds/tell-shows', {});
  await spreadNews(world, performer);
  expect((await inboxOf(world, fan)).filter(({ type }) => type === 'stream_scheduled')).toEqual([]);
});

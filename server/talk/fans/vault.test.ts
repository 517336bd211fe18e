/** What was sent in messages, and who has it. */
import { addFollowers, addMessageFile, addSale } from '../../../tests/kit/people/fans';
import { massOf } from '../../../tests/support/mass';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { fewestQueries } from '../../../tests/support/queries';
import type { Somebody } from '../../../tests/support/subscriptions';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let performer: Somebody;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  performer = await signUpPerformer(world);
});

const { send, sendAll, messageTo } = massOf(
  () => world,
  () => performer,
);

describe('what was sent', () => {
  test('stands in the vault with who has it, the newest first, and what one fan has of it', async () => {
    const [buyer = '', other = ''] = await addFollowers(world, 2, performer.id);
    const names = ['old.jpg', 'new.jpg', 'clip.mp4'] as const;
    const [old, fresh, clip] = [
      await addMessageFile(world, performer.id, { name: names[0] }),
      await addMessageFile(world, performer.id, { name: names[1], createdAt: new Date(world.clock.now().getTime() + 1000) }),
      await addMessageFile(world, performer.id, {
        name: names[2],
        type: 'message-video',
        createdAt: new Date(world.clock.now().getTime() + 2000),
      }),
    ];
    await addMessageFile(world, performer.id);
    const priced = await send({ fileIds: [old, clip], price: 5 });
    await sendAll(priced.data._id);
    await sendAll((await send({ fileIds: [fresh] })).data._id);
    const message = await messageTo(priced.data._id, buyer);
    await addSale(world, { userId: buyer, performerId: performer.id, targetId: message.id, type: 'message', cents: 500n });
    const vault = async (query: object = {}, who = performer) =>
      (await world.call('GET /performer/vault', { query }, { token: who.token })).data;
    const page = await vault({ fanId: buyer });
    expect(page.data.map(({ _id, sentTo, boughtBy, mark }) => [_id, sentTo, boughtBy, mark])).toEqual([
      [clip, 2, 1, 'bought'],
      [fresh, 2, 0, 'sent'],
      [old, 2, 1, 'bought'],
    ]);
    expect((await vault({ fanId: other })).data.map(({ mark }) => mark)).toEqual(['offered', 'sent', 'offered']);
    expect((await vault()).data.map(({ mark }) => mark)).toEqual([null, null, null]);
    expect((await vault({ type: 'message-video' })).data.map(({ _id }) => _id)).toEqual([clip]);
    expect((await vault({ q: 'old' })).data.map(({ _id }) => _id)).toEqual([old]);
    expect((await vault({}, await signUpPerformer(world))).total).toBe(0);
  });

  test('is listed in as many queries for one as for many', async () => {
    await addFollowers(world, 5, performer.id);
    const sendOne = async () => sendAll((await send({ fileIds: [await addMessageFile(world, performer.id)] })).data._id);
    await sendOne();
    const readAll = (name: 'GET /mass-messages' | 'GET /performer/vault') => () => world.call(name, {}, { token: performer.token });
    const few = [await fewestQueries(world, readAll('GET /mass-messages')), await fewestQueries(world, readAll('GET /performer/vault'))];
    for (let number = 0; number < 5; number += 1) await sendOne();
    expect((await readAll('GET /mass-messages')()).data.data).toHaveLength(6);
    expect([
      await fewestQueries(world, readAll('GET /mass-messages')),
      await fewestQueries(world, readAll('GET /performer/vault')),
    ]).toEqual(few);
  });
});

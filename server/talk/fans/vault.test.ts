/** The vault: files sent in messages, with recipients and buyers. */
import { addFollowers, addMessageFile, addSale } from '../../../tests/kit/people/fans';
import { massMessageCalls } from '../../../tests/kit/talk/mass';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { fewestQueries } from '../../../tests/kit/host/queries';
import type { TestPerson } from '../../../tests/kit/money/subscriptions';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let performer: TestPerson;

beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());
beforeEach(async () => {
  performer = await signUpPerformer(testHost);
});

const { send, sendAll, messageTo } = massMessageCalls(
  () => testHost,
  () => performer,
);

describe('the vault', () => {
  test('lists sent files newest first, with recipients, buyers and what one fan has received or bought', async () => {
    const [buyer = '', other = ''] = await addFollowers(testHost, 2, performer.id);
    const names = ['old.jpg', 'new.jpg', 'clip.mp4'] as const;
    const [old, fresh, clip] = [
      await addMessageFile(testHost, performer.id, { name: names[0] }),
      await addMessageFile(testHost, performer.id, { name: names[1], createdAt: new Date(testHost.clock.now().getTime() + 1000) }),
      await addMessageFile(testHost, performer.id, {
        name: names[2],
        type: 'message-video',
        createdAt: new Date(testHost.clock.now().getTime() + 2000),
      }),
    ];
    await addMessageFile(testHost, performer.id);
    const priced = await send({ fileIds: [old, clip], price: 5 });
    await sendAll(priced.data._id);
    await sendAll((await send({ fileIds: [fresh] })).data._id);
    const message = await messageTo(priced.data._id, buyer);
    await addSale(testHost, { userId: buyer, performerId: performer.id, targetId: message.id, type: 'message', cents: 500n });
    const vault = async (query: object = {}, who = performer) =>
      (await testHost.call('GET /performer/vault', { query }, { token: who.token })).data;
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
    expect((await vault({}, await signUpPerformer(testHost))).total).toBe(0);
  });

  test('needs the same number of queries for any number of files', async () => {
    await addFollowers(testHost, 5, performer.id);
    const sendOne = async () => sendAll((await send({ fileIds: [await addMessageFile(testHost, performer.id)] })).data._id);
    await sendOne();
    const listCall = (name: 'GET /mass-messages' | 'GET /performer/vault') => () => testHost.call(name, {}, { token: performer.token });
    const few = [
      await fewestQueries(testHost, listCall('GET /mass-messages')),
      await fewestQueries(testHost, listCall('GET /performer/vault')),
    ];
    for (let number = 0; number < 5; number += 1) await sendOne();
    expect((await listCall('GET /mass-messages')()).data.data).toHaveLength(6);
    expect([
      await fewestQueries(testHost, listCall('GET /mass-messages')),
      await fewestQueries(testHost, listCall('GET /performer/vault')),
    ]).toEqual(few);
  });
});

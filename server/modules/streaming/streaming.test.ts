/** Shows from their start to their end, through their endpoints, on an engine that keeps its rooms in memory. */
import { tendLive } from '@server/modules/live';
import { eventually } from '../../../tests/support/eventually';
import { listenAs } from '../../../tests/support/ear';
import { comeIn, endShow, goLive, openLiveWorld, startShow, type LiveWorld } from '../../../tests/support/live';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/support/people';

let opened: LiveWorld;
beforeAll(async () => {
  opened = await openLiveWorld();
});
afterAll(() => opened.world.close());

const errorOf = async (call: Promise<{ refusal: { error: string } }>) => (await call).refusal.error;
const join = (who: { token: string }, id: string) => opened.world.call('GET /streaming/join/:id', { params: { id } }, { token: who.token });
const search = async (query = {}, token?: string) =>
  (await opened.world.call('GET /streaming/user/search', { query }, { token: token ?? null })).data.data;
const follow = (fan: { token: string }, id: string) => opened.world.call('POST /follows/:id', { params: { id } }, { token: fan.token });
const start = (who: { token: string }, body: { title?: string; isFree?: boolean; price?: number } = {}) =>
  opened.world.call('POST /streaming/live', { body: { title: 'An evening', isFree: true, ...body } }, { token: who.token });

describe('a show', () => {
  test('begins with its first picture, is found while it lasts, and tells who follows her once', async () => {
    const [performer, fan] = [await signUpPerformer(opened.world), await signUpFan(opened.world)];
    await follow(fan, performer.id);
    const ear = await listenAs(opened.world, fan.token);
    const stream = await startShow(opened.world, performer, { title: 'Painting by night' });
    expect(stream).toMatchObject({ status: 'idle', isStreaming: false, isFree: true, price: null, canWatch: true, role: 'owner' });
    expect(await search({ performerId: performer.id })).toEqual([]);
    opened.live.publish(stream.sessionId, performer.id);
    await tendLive(opened.world.ctx);
    const [found] = await search({ performerId: performer.id });
    expect(found).toMatchObject({ _id: stream._id, title: 'Painting by night', status: 'live', canWatch: false, unlock: ['subscribe'] });
    await eventually(() => {
      expect(ear.heard('stream/started')).toMatchObject([{ streamId: stream._id, sessionId: stream.sessionId }]);
    });
    const page = await opened.world.call('GET /performers/:id', { params: { id: performer.id } });
    expect(page.data).toMatchObject({ isLive: true, stream: { _id: stream._id, title: 'Painting by night', status: 'live' } });
    await endShow(opened.world, performer, stream._id);
    expect(await search({ performerId: performer.id })).toEqual([]);
    await eventually(() => {
      expect(ear.heard('stream/ended')).toMatchObject([{ streamId: stream._id, reason: 'owner' }]);
    });
    ear.close();
  });
});

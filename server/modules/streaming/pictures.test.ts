/** Shows on the embedded engine, with real pictures: what is declared, asked and refused holds for what people see. */
import { eq } from 'drizzle-orm';
import { streamSessions } from '@server/platform/db/schema/schema';
import { signallingOf } from '@server/streaming/signalling';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openLive, type LiveScene } from '../../../tests/kit/live/scene';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { endSubscription, letSubscribe } from '../../../tests/support/posts';
import { comeIn, endShow, startShow } from '../../../tests/kit/live/shows';
import { noEngines, openWorld, type World } from '../../../tests/kit/host/test-host';

let scene: LiveScene;
let world: World;
beforeAll(async () => {
  scene = await openLive();
  const signalling = signallingOf(scene.engine) ?? undefined;
  world = await openWorld({}, { streaming: { ...noEngines, byName: { embedded: scene.engine } }, ...(signalling && { signalling }) });
}, 60_000);
afterAll(async () => {
  await world.close();
  await scene.close();
});

interface Somebody {
  id: string;
  token: string;
}
const patience_ms = 15_000;
const test_ms = 60_000;

/** Publishes or watches through the host's own addresses, as any WHIP or WHEP client would. */
async function connect(way: 'whip' | 'whep', who: Somebody, streamId: string) {
  const { data: credentials } = await comeIn(world, who, streamId);
  expect(way === 'whip' ? credentials.whipUrl : credentials.whepUrl).toContain(`/${way}/${streamId}`);
  const answerTo = async (sdp: string): Promise<string> => {
    const name = way === 'whip' ? 'POST /streaming/whip/:streamId' : 'POST /streaming/whep/:streamId';
    const { status, data, refusal } = await world.call(name, { params: { streamId }, sdp }, { token: credentials.token });
    if (status !== 201) throw new Error(`not let in: ${refusal.error}`);
    return data.sdp;
  };
  return scene.process.enter(way === 'whip' ? scene.film : { watches: 'pictures' }, answerTo);
}
const statusOf = async (who: Somebody) => (await world.call('GET /streaming/mine', {}, { token: who.token })).data.stream.status;

test(
  'a fan sees the performer’s picture, and sees it no more once she has lost the right',
  async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await letSubscribe(world, fan, performer);
    const stream = await startShow(world, performer);
    await connect('whip', performer, stream._id);
    await eventually(async () => {
      expect(await statusOf(performer)).toBe('live');
    }, patience_ms);
    const viewer = await connect('whep', fan, stream._id);
    await eventually(async () => {
      expect((await viewer.look()).frames).toBeGreaterThan(5);
    }, patience_ms);
    await endSubscription(world, fan, performer);
    await viewer.ended;
    await expect(connect('whep', fan, stream._id)).rejects.toThrow();
    await endShow(world, performer, stream._id);
    expect(await statusOf(performer)).toBe('ended');
  },
  test_ms,
);

test('a picture that comes as VP9 alone is refused, with the codecs to choose from', async () => {
  const performer = await signUpPerformer(world);
  const stream = await startShow(world, performer);
  const { data: credentials } = await comeIn(world, performer, stream._id);
  const sdp = [
    ...['v=0', 'o=- 1 2 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0', 'a=ice-ufrag:abcd', `a=ice-pwd:${'p'.repeat(24)}`],
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    ...['a=setup:actpass', 'm=video 9 UDP/TLS/RTP/SAVPF 98', 'a=mid:0', 'a=sendonly', 'a=rtpmap:98 VP9/90000', 'a=ssrc:22 cname:x', ''],
  ].join('\r\n');
  const offer = { params: { streamId: stream._id }, sdp };
  const { refusal } = await world.call('POST /streaming/whip/:streamId', offer, { token: credentials.token });
  expect(refusal).toMatchObject({ statusCode: 415, error: 'unsupported_media_type', message: expect.stringContaining('VP8') as string });
  await endShow(world, performer, stream._id);
});

test(
  'a show goes on when its engine was killed, once its performer is back; and its recording becomes her draft',
  async () => {
    const performer = await signUpPerformer(world);
    await world.call('PUT /streaming/update', { body: { isRecording: true } }, { token: performer.token });
    const stream = await startShow(world, performer, { title: 'Twice' });
    await connect('whip', performer, stream._id);
    const isLive = () =>
      eventually(async () => {
        expect(await statusOf(performer)).toBe('live');
      }, patience_ms);
    await isLive();
    await scene.killEngine();
    await scene.startEngine();
    await eventually(async () => {
      expect(await statusOf(performer)).toBe('reconnecting');
    }, patience_ms);
    const again = await connect('whip', performer, stream._id);
    await isLive();
    await eventually(async () => {
      expect((await again.look()).picturesSent).toBeGreaterThan(30);
    }, patience_ms);
    await endShow(world, performer, stream._id);
    await eventually(async () => {
      const [session] = await world.ctx.db.select().from(streamSessions).where(eq(streamSessions.id, stream.sessionId));
      expect(session).toMatchObject({ isOpen: false, videoId: expect.any(String) as unknown });
    }, 30_000);
  },
  2 * test_ms,
);

/** Shows on the embedded engine with real video: access rules and show states apply to the media that people receive. */
import { eq } from 'drizzle-orm';
import { streamSessions } from '@server/platform/db/schema/streaming';
import { signallingOf } from '@server/live/engines/signalling';
import { eventually } from '../../../tests/kit/timing/eventually';
import { openEmbeddedEngineTest, type EmbeddedEngineTest } from '../../../tests/kit/live/scene';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { endSubscription, addSubscription } from '../../../tests/kit/content/posts';
import { requestCredentials, endShow, startShow } from '../../../tests/kit/live/shows';
import { noEngines, openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let scene: EmbeddedEngineTest;
let testHost: TestHost;
beforeAll(async () => {
  scene = await openEmbeddedEngineTest();
  const signalling = signallingOf(scene.engine) ?? undefined;
  testHost = await openTestHost({}, { streaming: { ...noEngines, byName: { embedded: scene.engine } }, ...(signalling && { signalling }) });
});
afterAll(async () => {
  await testHost.close();
  await scene.close();
});

interface TestAccount {
  id: string;
  token: string;
}

/** Publishes or watches through the API server's WHIP and WHEP endpoints, as any client would. */
async function connect(protocol: 'whip' | 'whep', who: TestAccount, streamId: string) {
  const { data: credentials } = await requestCredentials(testHost, who, streamId);
  expect(protocol === 'whip' ? credentials.whipUrl : credentials.whepUrl).toContain(`/${protocol}/${streamId}`);
  const answerTo = async (sdp: string): Promise<string> => {
    const name = protocol === 'whip' ? 'POST /streaming/whip/:streamId' : 'POST /streaming/whep/:streamId';
    const { status, data, errorBody } = await testHost.call(name, { params: { streamId }, sdp }, { token: credentials.token });
    if (status !== 201) throw new Error(`rejected: ${errorBody.error}`);
    return data.sdp;
  };
  return scene.clientProcess.join(protocol === 'whip' ? scene.film : { watches: 'frames' }, answerTo);
}
const statusOf = async (who: TestAccount) => (await testHost.call('GET /streaming/mine', {}, { token: who.token })).data.stream.status;

test('a fan receives the performer’s video until they lose access', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await addSubscription(testHost, fan, performer);
  const stream = await startShow(testHost, performer);
  await connect('whip', performer, stream._id);
  await eventually(async () => {
    expect(await statusOf(performer)).toBe('live');
  });
  const viewer = await connect('whep', fan, stream._id);
  await eventually(async () => {
    expect((await viewer.stats()).frames).toBeGreaterThan(5);
  });
  await endSubscription(testHost, fan, performer);
  await viewer.ended;
  await expect(connect('whep', fan, stream._id)).rejects.toThrow();
  await endShow(testHost, performer, stream._id);
  expect(await statusOf(performer)).toBe('ended');
});

test('an offer with VP9 only is rejected with the list of supported codecs', async () => {
  const performer = await signUpPerformer(testHost);
  const stream = await startShow(testHost, performer);
  const { data: credentials } = await requestCredentials(testHost, performer, stream._id);
  const sdp = [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'a=ice-ufrag:abcd',
    `a=ice-pwd:${'p'.repeat(24)}`,
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
    'a=setup:actpass',
    'm=video 9 UDP/TLS/RTP/SAVPF 98',
    'a=mid:0',
    'a=sendonly',
    'a=rtpmap:98 VP9/90000',
    'a=ssrc:22 cname:x',
    '',
  ].join('\r\n');
  const offer = { params: { streamId: stream._id }, sdp };
  const { errorBody } = await testHost.call('POST /streaming/whip/:streamId', offer, { token: credentials.token });
  expect(errorBody).toMatchObject({ statusCode: 415, error: 'unsupported_media_type', message: expect.stringContaining('VP8') as string });
  await endShow(testHost, performer, stream._id);
});

test('a show continues after its engine was killed and its performer reconnected, and its recording becomes a draft', async () => {
  const performer = await signUpPerformer(testHost);
  await testHost.call('PUT /streaming/update', { body: { isRecording: true } }, { token: performer.token });
  const stream = await startShow(testHost, performer, { title: 'Twice' });
  await connect('whip', performer, stream._id);
  const isLive = () =>
    eventually(async () => {
      expect(await statusOf(performer)).toBe('live');
    });
  await isLive();
  await scene.killEngine();
  await scene.startEngine();
  await eventually(async () => {
    expect(await statusOf(performer)).toBe('reconnecting');
  });
  const again = await connect('whip', performer, stream._id);
  await isLive();
  await eventually(async () => {
    expect((await again.stats()).framesSent).toBeGreaterThan(30);
  });
  await endShow(testHost, performer, stream._id);
  await eventually(async () => {
    const [session] = await testHost.ctx.db.select().from(streamSessions).where(eq(streamSessions.id, stream.sessionId));
    expect(session).toMatchObject({ isOpen: false, videoId: expect.any(String) as unknown });
  });
});

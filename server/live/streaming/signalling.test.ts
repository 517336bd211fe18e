/** WHIP and WHEP, through which programs publish and watch with a room's token, and the webhook of LiveKit. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import type { Streaming } from '@server/live/engines/engines';
import { endSubscription, addSubscription } from '../../../tests/kit/content/posts';
import type { TestHost } from '../../../tests/kit/host/test-host';
import { requestCredentials, endShow, goLive, openLiveTestHost, reconcile, type LiveTestHost } from '../../../tests/kit/live/shows';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';

let opened: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  opened = await openLiveTestHost();
  ({ testHost } = opened);
});
afterEach(() => {
  opened.live.isUnavailable = false;
});
afterAll(() => testHost.close());

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const missingId = () => testHost.ctx.random.id();
const block = (who: TestAccount, target: TestAccount) =>
  testHost.call('POST /block/users', { body: { targetId: target.id } }, { token: who.token });

describe('WHIP and WHEP', () => {
  const whip = (streamId: string, token: string | null, sdp = 'v=0 an offer') =>
    testHost.call('POST /streaming/whip/:streamId', { params: { streamId }, sdp }, { token });
  const whep = (streamId: string, token: string | null, sdp = 'v=0 an offer') =>
    testHost.call('POST /streaming/whep/:streamId', { params: { streamId }, sdp }, { token });

  test('connect the holder of a room token, with the status codes of the standards', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer);
    const { token } = (await requestCredentials(testHost, performer, stream._id)).data;
    opened.live.unpublish(stream.sessionId);
    const { status, data, headers } = await whip(stream._id, token);
    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/sdp');
    expect(data.sdp).toBe('v=0 the answer');
    expect(opened.live.room(stream.sessionId).publisher).toBe(performer.id);
    const [, resourceId = ''] = /\/streaming\/whip\/[^/]+\/(.+)$/.exec(data.location) ?? [];
    const params = { streamId: stream._id, resourceId };
    expect((await testHost.call('PATCH /streaming/whip/:streamId/:resourceId', { params, sdp: 'a=candidate:1' }, { token })).status).toBe(
      204,
    );
    expect((await testHost.call('DELETE /streaming/whip/:streamId/:resourceId', { params }, { token })).status).toBe(200);
    expect(opened.live.room(stream.sessionId).publisher).toBeNull();
    expect((await testHost.call('DELETE /streaming/whip/:streamId/:resourceId', { params }, { token })).status).toBe(200);
    const trickled = testHost.call('PATCH /streaming/whip/:streamId/:resourceId', { params, sdp: 'a=candidate:1' }, { token });
    expect(await errorOf(trickled)).toBe('stream_not_found');
  });

  test('allow a performer to test the connection before a show without starting one', async () => {
    const [performer, other, fan] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    const testConnection = (who: TestAccount) => testHost.call('POST /streaming/trial', {}, { token: who.token });
    expect((await testConnection(fan)).status).toBe(403);
    const { data } = await testConnection(performer);
    expect(data).toMatchObject({ engine: 'embedded', role: 'publisher', identity: performer.id, whepUrl: null });
    expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(60_000);
    const response = await whip(data.room, data.token);
    expect(response.status).toBe(201);
    expect(opened.live.room(data.room).publisher).not.toBeNull();
    await reconcile(testHost);
    const mine = await testHost.call('GET /streaming/mine', {}, { token: performer.token });
    expect(mine.data.stream).toMatchObject({ sessionId: null, isStreaming: false });
    const [, resourceId = ''] = /\/streaming\/whip\/[^/]+\/(.+)$/.exec(response.data.location) ?? [];
    const params = { streamId: data.room, resourceId };
    const byOther = (await testConnection(other)).data;
    expect(byOther.room).not.toBe(data.room);
    const end = (token: string) => testHost.call('DELETE /streaming/whip/:streamId/:resourceId', { params }, { token });
    expect(await errorOf(end(byOther.token))).toBe('content_locked');
    expect((await end(data.token)).status).toBe(200);
    expect(await errorOf(whep(data.room, data.token))).toBe('content_locked');
    opened.live.isUnavailable = true;
    expect(await errorOf(testConnection(performer))).toBe('service_unavailable');
    opened.live.isUnavailable = false;
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, performer.id));
    expect(await errorOf(whip(data.room, data.token))).toBe('account_suspended');
  });

  test('restrict a connection to the person who created it', async () => {
    const [performer, other, fan] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    const [stream, otherStream] = [await goLive(opened, performer), await goLive(opened, other)];
    await addSubscription(testHost, fan, performer);
    const tokenOf = async (person: { id: string; token: string }, streamId: string) =>
      (await requestCredentials(testHost, person, streamId)).data.token;
    const [own, viewers, another] = [
      await tokenOf(performer, stream._id),
      await tokenOf(fan, stream._id),
      await tokenOf(other, otherStream._id),
    ];
    const resourceIds = [await whip(stream._id, own), await whep(stream._id, viewers)].map(
      ({ data }) => data.location.split('/').at(-1) ?? '',
    );
    for (const [protocol, index, foreignTokens] of [
      ['whip', 0, [viewers, another]],
      ['whep', 1, [own, another]],
    ] as const) {
      const params = { streamId: stream._id, resourceId: resourceIds[index] ?? '' };
      const patch = (token: string | null) =>
        testHost.call(`PATCH /streaming/${protocol}/:streamId/:resourceId`, { params, sdp: 'a=candidate:1' }, { token });
      const end = (token: string | null) => testHost.call(`DELETE /streaming/${protocol}/:streamId/:resourceId`, { params }, { token });
      for (const call of [patch, end]) {
        expect(await errorOf(call(null))).toBe('session_required');
        expect(await errorOf(call('nonsense'))).toBe('session_ended');
        for (const token of foreignTokens) expect(await errorOf(call(token))).toBe('content_locked');
      }
    }
    expect(opened.live.room(stream.sessionId).publisher).toBe(performer.id);
    expect([...opened.live.room(stream.sessionId).viewers]).toEqual([fan.id]);
  });

  test('reject missing, invalid and foreign tokens, and holders who lost access', async () => {
    const [performer, other, fan] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpFan(testHost)];
    const [stream, otherStream] = [await goLive(opened, performer), await goLive(opened, other)];
    await addSubscription(testHost, fan, performer);
    const [own, viewerToken] = [
      (await requestCredentials(testHost, performer, stream._id)).data.token,
      (await requestCredentials(testHost, fan, stream._id)).data.token,
    ];
    expect(await errorOf(whip(stream._id, null))).toBe('session_required');
    expect(await errorOf(whip(stream._id, 'nonsense'))).toBe('session_ended');
    expect(await errorOf(whip(stream._id, viewerToken))).toBe('content_locked');
    expect(await errorOf(whip(missingId(), own))).toBe('stream_not_found');
    await addSubscription(testHost, performer, other);
    expect(await errorOf(whip(otherStream._id, own))).toBe('content_locked');
    expect(await errorOf(whep(stream._id, own))).toBe('content_locked');
    expect(await errorOf(whep(missingId(), viewerToken))).toBe('stream_not_found');
    expect(await errorOf(whip(stream._id, own, 'no offer'))).toBe('invalid_request');
    const asJson = await fetch(`${testHost.url}/streaming/whep/${stream._id}`, {
      method: 'POST',
      headers: { authorization: viewerToken, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(asJson.status).toBe(415);
    const { data } = await whep(stream._id, viewerToken);
    const params = { streamId: stream._id, resourceId: data.location.split('/').at(-1) ?? '' };
    expect(
      (await testHost.call('PATCH /streaming/whep/:streamId/:resourceId', { params, sdp: 'a=candidate:1' }, { token: viewerToken })).status,
    ).toBe(204);
    expect((await testHost.call('DELETE /streaming/whep/:streamId/:resourceId', { params }, { token: viewerToken })).status).toBe(200);
    expect(
      await errorOf(testHost.call('PATCH /streaming/whep/:streamId/:resourceId', { params, sdp: 'a=c' }, { token: viewerToken })),
    ).toBe('stream_not_found');

    await endSubscription(testHost, fan, performer);
    expect(await errorOf(whep(stream._id, viewerToken))).toBe('subscription_required');
    await testHost.call(
      'PUT /streaming/live/:id',
      { params: { id: stream._id }, body: { isFree: false, price: 5 } },
      { token: performer.token },
    );
    expect(await errorOf(whep(stream._id, viewerToken))).toBe('content_locked');
    await block(performer, fan);
    expect(await errorOf(whep(stream._id, viewerToken))).toBe('blocked_by_performer');
    await endShow(testHost, performer, stream._id);
    expect(await errorOf(whip(stream._id, own))).toBe('stream_offline');
  });

  test('reject viewers after the show has ended', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    const stream = await goLive(opened, performer);
    await addSubscription(testHost, fan, performer);
    const { token } = (await requestCredentials(testHost, fan, stream._id)).data;
    await endShow(testHost, performer, stream._id);
    expect(await errorOf(whep(stream._id, token))).toBe('stream_offline');
  });
});

test('the LiveKit webhook accepts signed events and rejects others', async () => {
  const received: string[] = [];
  Object.assign(testHost.ctx.streaming, {
    handleLivekitWebhook: (body: Buffer, authorization: string | undefined) =>
      Promise.resolve(authorization === 'signed' && received.push(body.toString()) > 0),
  } satisfies Partial<Streaming>);
  const postWebhook = (authorization: string) =>
    fetch(`${testHost.url}/webhooks/livekit`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/webhook+json' },
      body: '{"a": 1}',
    });
  expect((await postWebhook('signed')).status).toBe(200);
  expect(await (await postWebhook('forged')).json()).toMatchObject({ error: 'signature_invalid' });
  expect(received).toEqual(['{"a": 1}']);
});

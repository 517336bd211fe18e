/** LiveKit and Agora behind the same interface as the embedded engine, with their SDKs faked. */
import { waitFor } from '@testing-library/react';
import { FakeAgora } from '../../../tests/kit/screens/fake-agora';
import { remoteTrack, ConnectionErrorReason, DisconnectReason, Room, RoomEvent } from '../../../tests/kit/screens/fake-livekit';
import { FakeTrack, cameraStream, installFakeRtc } from '../../../tests/kit/screens/fake-rtc';
import { publish, watch, type LiveCredentials, type LiveState } from './live';

const mockLoaded: string[] = [];
jest.mock('livekit-client', () => {
  mockLoaded.push('livekit');
  return jest.requireActual<object>('../../../tests/kit/screens/fake-livekit');
});
jest.mock('agora-rtc-sdk-ng', () => {
  mockLoaded.push('agora');
  return { __esModule: true, ...jest.requireActual<object>('../../../tests/kit/screens/fake-agora') };
});

installFakeRtc();

const fastRetryPolicy = { retryDelays_ms: [0, 1], stableAfter_ms: 0, reportAfter_ms: 60_000 };
const otherFields = { whipUrl: null, whepUrl: null, iceServers: [], expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
const livekitCredentials = (overrides: Partial<LiveCredentials> = {}): LiveCredentials => ({
  ...otherFields,
  engine: 'livekit',
  room: 'room',
  token: 'first',
  url: 'wss://live.test',
  appId: null,
  uid: null,
  ...overrides,
});
const agoraCredentials = (overrides: Partial<LiveCredentials> = {}): LiveCredentials => ({
  ...otherFields,
  engine: 'agora',
  room: 'room',
  token: 'first',
  url: null,
  appId: 'app',
  uid: 7,
  ...overrides,
});
const unexpectedRenew = async (): Promise<LiveCredentials | null> => {
  throw new Error('renew is not expected');
};

beforeEach(() => {
  Room.all.length = 0;
  Room.connectErrors = [];
  FakeAgora.all.length = 0;
  FakeAgora.joinErrors = [];
});
const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

const startPublishing = async (credentials: LiveCredentials, renew = unexpectedRenew, stream = cameraStream()) => {
  const publication = await publish(stream, credentials, { renew, retryPolicy: fastRetryPolicy, bitrate_kbps: 900 });
  open.push(publication);
  return publication;
};
const startWatching = async (credentials: LiveCredentials, renew = unexpectedRenew) => {
  const watching = await watch(credentials, { renew, retryPolicy: fastRetryPolicy });
  open.push(watching);
  return watching;
};
const waitForState = (one: { state(): LiveState }, state: LiveState): Promise<void> => waitFor(() => expect(one.state()).toBe(state));
const trackOf = (kind: 'audio' | 'video', label: string) => new FakeTrack(kind, label) as FakeTrack & MediaStreamTrack;

it("loads an engine's code on first use, and no other's", async () => {
  expect(mockLoaded).toEqual([]);
  await waitForState(await startWatching(livekitCredentials()), 'connected');
  expect(mockLoaded).toEqual(['livekit']);
  await waitForState(await startWatching(agoraCredentials()), 'connected');
  expect(mockLoaded).toEqual(['livekit', 'agora']);
});

describe('LiveKit', () => {
  it('a publisher joins with their token and sends camera and microphone, which are not stopped at the end', async () => {
    const stream = cameraStream();
    const publication = await startPublishing(livekitCredentials(), unexpectedRenew, stream);
    await waitForState(publication, 'connected');
    const { last } = Room;
    expect(last.connected).toEqual({ url: 'wss://live.test', token: 'first' });
    expect(last.publications).toMatchObject([
      { options: { source: 'microphone' } },
      { options: { source: 'camera', videoEncoding: { maxBitrate: 900_000 } } },
    ]);
    const camera = trackOf('video', 'other');
    await publication.replaceTrack(camera);
    expect(last.publications[1]?.media).toBe(camera);
    expect(last.publications).toHaveLength(2);
    await publication.close();
    expect(last.stoppedTracks).toBe(false);
  });

  it('a viewer gets one stream of the received tracks, and statistics', async () => {
    const watching = await startWatching(livekitCredentials());
    await waitForState(watching, 'connected');
    const [first, again] = [remoteTrack('video', 'first'), remoteTrack('video', 'again', 500)];
    Room.last.emit(RoomEvent.TrackSubscribed, first);
    Room.last.emit(RoomEvent.TrackSubscribed, again);
    Room.last.emit(RoomEvent.TrackUnsubscribed, first);
    expect(watching.stream.getTracks()).toEqual([again.mediaStreamTrack]);
    expect(await watching.stats()).toMatchObject({ bitrate_kbps: null });
  });

  it('reports that the SDK reconnects, and opens no second connection', async () => {
    const watching = await startWatching(livekitCredentials());
    await waitForState(watching, 'connected');
    Room.last.emit(RoomEvent.Reconnecting);
    expect(watching.state()).toBe('reconnecting');
    Room.last.emit(RoomEvent.Reconnected);
    expect(watching.state()).toBe('connected');
    expect(Room.all).toHaveLength(1);
  });

  it('rejoins a lost room with the same token', async () => {
    const watching = await startWatching(livekitCredentials());
    await waitForState(watching, 'connected');
    Room.last.emit(RoomEvent.Disconnected, DisconnectReason.SERVER_SHUTDOWN);
    await waitFor(() => expect(Room.all).toHaveLength(2));
    await waitForState(watching, 'connected');
    expect(Room.last.connected?.token).toBe('first');
  });

  it('a publisher stops when another page replaces it', async () => {
    const publication = await startPublishing(livekitCredentials());
    await waitForState(publication, 'connected');
    Room.last.emit(RoomEvent.Disconnected, DisconnectReason.DUPLICATE_IDENTITY);
    await waitForState(publication, 'replaced');
    expect(Room.all).toHaveLength(1);
  });

  it.each([DisconnectReason.PARTICIPANT_REMOVED, DisconnectReason.ROOM_DELETED])(
    'an evicted viewer (%i) rejoins with fresh credentials if the server issues any',
    async (reason) => {
      const responses = [livekitCredentials({ token: 'second' }), null];
      const watching = await startWatching(livekitCredentials(), async () => responses.shift() ?? null);
      await waitForState(watching, 'connected');
      Room.last.emit(RoomEvent.Disconnected, reason);
      await waitFor(() => expect(Room.last.connected?.token).toBe('second'));
      await waitForState(watching, 'connected');
      Room.last.emit(RoomEvent.Disconnected, reason);
      await waitForState(watching, 'refused');
    },
  );

  it('renews a rejected token, and retries an unreachable engine with the same token', async () => {
    Room.connectErrors = [ConnectionErrorReason.ServerUnreachable, ConnectionErrorReason.NotAllowed];
    const renew = jest.fn(async () => livekitCredentials({ token: 'second' }));
    await waitForState(await startWatching(livekitCredentials(), renew), 'connected');
    expect(Room.last.connected?.token).toBe('second');
    expect(renew).toHaveBeenCalledTimes(1);
  });
});

describe('Agora', () => {
  const expires = (): void => FakeAgora.last.emit('token-privilege-will-expire');

  it('a publisher joins the channel under their uid, as a host, and sends camera and microphone', async () => {
    const publication = await startPublishing(agoraCredentials());
    await waitForState(publication, 'connected');
    const { last } = FakeAgora;
    expect(last.config).toMatchObject({ mode: 'live', role: 'host' });
    expect(last.joined).toEqual({ appId: 'app', channel: 'room', token: 'first', uid: 7 });
    expect(last.published).toMatchObject([{ kind: 'audio' }, { kind: 'video', config: { bitrateMax: 900 } }]);
    expect(await publication.stats()).toEqual({ bitrate_kbps: 900, loss: 0.01, rtt_ms: 42 });
  });

  it('sends another camera or microphone within the same connection', async () => {
    const publication = await startPublishing(agoraCredentials());
    await waitForState(publication, 'connected');
    const [camera, microphone] = [trackOf('video', 'other'), trackOf('audio', 'other')];
    await publication.replaceTrack(camera);
    await publication.replaceTrack(microphone);
    expect(FakeAgora.last.published.map(({ media }) => media)).toEqual([camera, microphone]);
    expect(FakeAgora.all).toHaveLength(1);
  });

  it('a viewer joins as audience and gets one stream of the currently published tracks', async () => {
    const watching = await startWatching(agoraCredentials());
    await waitForState(watching, 'connected');
    expect(FakeAgora.last.config).toMatchObject({ role: 'audience' });
    const publisher = { uid: 3, videoTrack: trackOf('video', 'picture'), audioTrack: trackOf('audio', 'sound') };
    for (const kind of ['video', 'audio']) FakeAgora.last.emit('user-published', publisher, kind);
    await waitFor(() => expect(watching.stream.getTracks()).toEqual([publisher.videoTrack, publisher.audioTrack]));
    FakeAgora.last.emit('user-unpublished', publisher, 'video');
    expect(watching.stream.getTracks()).toEqual([publisher.audioTrack]);
    expect(await watching.stats()).toEqual({ bitrate_kbps: 450, loss: 0.03, rtt_ms: 42 });
  });

  it('renews an expiring token without an interruption while the uid is the same', async () => {
    const watching = await startWatching(agoraCredentials(), async () => agoraCredentials({ token: 'second' }));
    await waitForState(watching, 'connected');
    expires();
    await waitFor(() => expect(FakeAgora.last.joined?.token).toBe('second'));
    expect(FakeAgora.all).toHaveLength(1);
    expect(watching.state()).toBe('connected');
  });

  it('rejoins with a token for another uid', async () => {
    const watching = await startWatching(agoraCredentials(), async () => agoraCredentials({ token: 'second', uid: 8 }));
    await waitForState(watching, 'connected');
    expires();
    await waitFor(() => expect(FakeAgora.last.joined).toMatchObject({ token: 'second', uid: 8 }));
    await waitForState(watching, 'connected');
    expect(FakeAgora.all[0]?.joined).toBeNull();
  });

  it('ends when the server does not renew the token', async () => {
    const watching = await startWatching(agoraCredentials(), async () => null);
    await waitForState(watching, 'connected');
    expires();
    await waitForState(watching, 'refused');
    expect(FakeAgora.last.joined).toBeNull();
  });

  it('requests a token again at its expiry when the first request failed', async () => {
    const renew = jest
      .fn(async (): Promise<LiveCredentials | null> => agoraCredentials({ token: 'second' }))
      .mockRejectedValueOnce(new Error('away'));
    const watching = await startWatching(agoraCredentials(), renew);
    await waitForState(watching, 'connected');
    expires();
    await waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
    expect(watching.state()).toBe('connected');
    FakeAgora.last.emit('token-privilege-did-expire');
    await waitFor(() => expect(FakeAgora.last.joined?.token).toBe('second'));
    await waitForState(watching, 'connected');
  });

  it('reports that the SDK reconnects, and opens no second connection', async () => {
    const watching = await startWatching(agoraCredentials());
    await waitForState(watching, 'connected');
    FakeAgora.last.emit('connection-state-change', 'RECONNECTING', 'CONNECTED');
    expect(watching.state()).toBe('reconnecting');
    FakeAgora.last.emit('connection-state-change', 'CONNECTED', 'RECONNECTING');
    expect(watching.state()).toBe('connected');
    expect(FakeAgora.all).toHaveLength(1);
  });

  it('a publisher stops when another page replaces it', async () => {
    const publication = await startPublishing(agoraCredentials());
    await waitForState(publication, 'connected');
    FakeAgora.last.emit('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'UID_CONFLICT');
    await waitForState(publication, 'replaced');
  });

  it('a banned viewer asks the server for fresh credentials', async () => {
    const watching = await startWatching(agoraCredentials(), async () => null);
    await waitForState(watching, 'connected');
    FakeAgora.last.emit('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'UID_BANNED');
    await waitForState(watching, 'refused');
  });

  it.each([
    ['CAN_NOT_GET_GATEWAY_SERVER', 'invalid token, authorized failed'],
    ['CAN_NOT_GET_GATEWAY_SERVER', 'dynamic key expired'],
    ['UID_BANNED', 'K_UID_BANNED'],
  ])('renews a rejected token (%s, %s)', async (code, message) => {
    FakeAgora.joinErrors = [{ code, message }];
    await waitForState(await startWatching(agoraCredentials(), async () => agoraCredentials({ token: 'second' })), 'connected');
    expect(FakeAgora.last.joined?.token).toBe('second');
  });

  it('retries an unreachable engine with the same token', async () => {
    FakeAgora.joinErrors = [{ code: 'CAN_NOT_GET_GATEWAY_SERVER', message: 'no edge services in ap response' }];
    await waitForState(await startWatching(agoraCredentials()), 'connected');
    expect(FakeAgora.last.joined?.token).toBe('first');
  });
});

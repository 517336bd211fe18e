/** LiveKit and Agora behind the same face as the embedded engine, with their clients faked. */
import { waitFor } from '@testing-library/react';
import { FakeAgora } from '../../../tests/kit/screens/fake-agora';
import { arriving, ConnectionErrorReason, DisconnectReason, Room, RoomEvent } from '../../../tests/kit/screens/fake-livekit';
import { FakeTrack, someStream, withFakeRtc } from '../../../tests/kit/screens/fake-rtc';
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

withFakeRtc();

const quick = { pauses_ms: [0, 1], shaky_ms: 0, told_ms: 60_000 };
const nothing = { whipUrl: null, whepUrl: null, iceServers: [], expiresAt: new Date(Date.now() + 3_600_000).toISOString() };
const atLivekit = (more: Partial<LiveCredentials> = {}): LiveCredentials => ({
  ...nothing,
  engine: 'livekit',
  room: 'room',
  token: 'first',
  url: 'wss://live.test',
  appId: null,
  uid: null,
  ...more,
});
const atAgora = (more: Partial<LiveCredentials> = {}): LiveCredentials => ({
  ...nothing,
  engine: 'agora',
  room: 'room',
  token: 'first',
  url: null,
  appId: 'app',
  uid: 7,
  ...more,
});
const never = async (): Promise<LiveCredentials | null> => {
  throw new Error('nobody should ask');
};

beforeEach(() => {
  Room.all.length = 0;
  Room.refusals = [];
  FakeAgora.all.length = 0;
  FakeAgora.refusals = [];
});
const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));

const published = async (credentials: LiveCredentials, renew = never, stream = someStream()) => {
  const publication = await publish(stream, credentials, { renew, pace: quick, bitrate_kbps: 900 });
  open.push(publication);
  return publication;
};
const watched = async (credentials: LiveCredentials, renew = never) => {
  const watching = await watch(credentials, { renew, pace: quick });
  open.push(watching);
  return watching;
};
const reaches = (one: { state(): LiveState }, state: LiveState): Promise<void> => waitFor(() => expect(one.state()).toBe(state));
const trackOf = (kind: 'audio' | 'video', label: string) => new FakeTrack(kind, label) as FakeTrack & MediaStreamTrack;

it("an engine's code is loaded when somebody first needs it, and no other's", async () => {
  expect(mockLoaded).toEqual([]);
  await reaches(await watched(atLivekit()), 'connected');
  expect(mockLoaded).toEqual(['livekit']);
  await reaches(await watched(atAgora()), 'connected');
  expect(mockLoaded).toEqual(['livekit', 'agora']);
});

describe('by LiveKit', () => {
  it('a publisher comes in with her token and sends camera and microphone, which stay the page’s', async () => {
    const stream = someStream();
    const publication = await published(atLivekit(), never, stream);
    await reaches(publication, 'connected');
    const { last } = Room;
    expect(last.entered).toEqual({ url: 'wss://live.test', token: 'first' });
    expect(last.sent).toMatchObject([
      { options: { source: 'microphone' } },
      { options: { source: 'camera', videoEncoding: { maxBitrate: 900_000 } } },
    ]);
    const camera = trackOf('video', 'other');
    await publication.replaceTrack(camera);
    expect(last.sent[1]?.media).toBe(camera);
    expect(last.sent).toHaveLength(2);
    await publication.close();
    expect(last.stoppedTracks).toBe(false);
  });

  it('a viewer gets one stream of what arrives, and the figures of it', async () => {
    const watching = await watched(atLivekit());
    await reaches(watching, 'connected');
    const [first, again] = [arriving('video', 'first'), arriving('video', 'again', 500)];
    Room.last.tell(RoomEvent.TrackSubscribed, first);
    Room.last.tell(RoomEvent.TrackSubscribed, again);
    Room.last.tell(RoomEvent.TrackUnsubscribed, first);
    expect(watching.stream.getTracks()).toEqual([again.mediaStreamTrack]);
    expect(await watching.stats()).toMatchObject({ bitrate_kbps: null });
  });

  it('what the client mends itself is told, and nothing is made anew', async () => {
    const watching = await watched(atLivekit());
    await reaches(watching, 'connected');
    Room.last.tell(RoomEvent.Reconnecting);
    expect(watching.state()).toBe('reconnecting');
    Room.last.tell(RoomEvent.Reconnected);
    expect(watching.state()).toBe('connected');
    expect(Room.all).toHaveLength(1);
  });

  it('a lost room is entered again with the same token', async () => {
    const watching = await watched(atLivekit());
    await reaches(watching, 'connected');
    Room.last.tell(RoomEvent.Disconnected, DisconnectReason.SERVER_SHUTDOWN);
    await waitFor(() => expect(Room.all).toHaveLength(2));
    await reaches(watching, 'connected');
    expect(Room.last.entered?.token).toBe('first');
  });

  it('a publisher whose place another page took gives way at once', async () => {
    const publication = await published(atLivekit());
    await reaches(publication, 'connected');
    Room.last.tell(RoomEvent.Disconnected, DisconnectReason.DUPLICATE_IDENTITY);
    await reaches(publication, 'replaced');
    expect(Room.all).toHaveLength(1);
  });

  it.each([DisconnectReason.PARTICIPANT_REMOVED, DisconnectReason.ROOM_DELETED])(
    'somebody put out (%i) comes again with fresh credentials, if the host gives any',
    async (reason) => {
      const answers = [atLivekit({ token: 'second' }), null];
      const watching = await watched(atLivekit(), async () => answers.shift() ?? null);
      await reaches(watching, 'connected');
      Room.last.tell(RoomEvent.Disconnected, reason);
      await waitFor(() => expect(Room.last.entered?.token).toBe('second'));
      await reaches(watching, 'connected');
      Room.last.tell(RoomEvent.Disconnected, reason);
      await reaches(watching, 'refused');
    },
  );

  it('a refused token is renewed, and an engine that cannot be reached is tried again without', async () => {
    Room.refusals = [ConnectionErrorReason.ServerUnreachable, ConnectionErrorReason.NotAllowed];
    const renew = jest.fn(async () => atLivekit({ token: 'second' }));
    await reaches(await watched(atLivekit(), renew), 'connected');
    expect(Room.last.entered?.token).toBe('second');
    expect(renew).toHaveBeenCalledTimes(1);
  });
});

describe('by Agora', () => {
  const expires = (): void => FakeAgora.last.tell('token-privilege-will-expire');

  it('a publisher joins her channel as her number, as a host, and sends camera and microphone', async () => {
    const publication = await published(atAgora());
    await reaches(publication, 'connected');
    const { last } = FakeAgora;
    expect(last.config).toMatchObject({ mode: 'live', role: 'host' });
    expect(last.joined).toEqual({ appId: 'app', channel: 'room', token: 'first', uid: 7 });
    expect(last.published).toMatchObject([{ kind: 'audio' }, { kind: 'video', config: { bitrateMax: 900 } }]);
    expect(await publication.stats()).toEqual({ bitrate_kbps: 900, loss: 0.01, rtt_ms: 42 });
  });

  it('another camera or microphone is sent within the same connection', async () => {
    const publication = await published(atAgora());
    await reaches(publication, 'connected');
    const [camera, microphone] = [trackOf('video', 'other'), trackOf('audio', 'other')];
    await publication.replaceTrack(camera);
    await publication.replaceTrack(microphone);
    expect(FakeAgora.last.published.map(({ media }) => media)).toEqual([camera, microphone]);
    expect(FakeAgora.all).toHaveLength(1);
  });

  it('a viewer joins as audience and gets one stream of what is published, while it is', async () => {
    const watching = await watched(atAgora());
    await reaches(watching, 'connected');
    expect(FakeAgora.last.config).toMatchObject({ role: 'audience' });
    const publisher = { uid: 3, videoTrack: trackOf('video', 'picture'), audioTrack: trackOf('audio', 'sound') };
    for (const kind of ['video', 'audio']) FakeAgora.last.tell('user-published', publisher, kind);
    await waitFor(() => expect(watching.stream.getTracks()).toEqual([publisher.videoTrack, publisher.audioTrack]));
    FakeAgora.last.tell('user-unpublished', publisher, 'video');
    expect(watching.stream.getTracks()).toEqual([publisher.audioTrack]);
    expect(await watching.stats()).toEqual({ bitrate_kbps: 450, loss: 0.03, rtt_ms: 42 });
  });

  it('a token that ends soon is renewed without a break, as long as the number is the same', async () => {
    const watching = await watched(atAgora(), async () => atAgora({ token: 'second' }));
    await reaches(watching, 'connected');
    expires();
    await waitFor(() => expect(FakeAgora.last.joined?.token).toBe('second'));
    expect(FakeAgora.all).toHaveLength(1);
    expect(watching.state()).toBe('connected');
  });

  it('a token for another number is used by coming in anew', async () => {
    const watching = await watched(atAgora(), async () => atAgora({ token: 'second', uid: 8 }));
    await reaches(watching, 'connected');
    expires();
    await waitFor(() => expect(FakeAgora.last.joined).toMatchObject({ token: 'second', uid: 8 }));
    await reaches(watching, 'connected');
    expect(FakeAgora.all[0]?.joined).toBeNull();
  });

  it('a token that the host does not renew is the end', async () => {
    const watching = await watched(atAgora(), async () => null);
    await reaches(watching, 'connected');
    expires();
    await reaches(watching, 'refused');
    expect(FakeAgora.last.joined).toBeNull();
  });

  it('a host that does not answer when a token ends soon is asked again when it has ended', async () => {
    const renew = jest
      .fn(async (): Promise<LiveCredentials | null> => atAgora({ token: 'second' }))
      .mockRejectedValueOnce(new Error('away'));
    const watching = await watched(atAgora(), renew);
    await reaches(watching, 'connected');
    expires();
    await waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
    expect(watching.state()).toBe('connected');
    FakeAgora.last.tell('token-privilege-did-expire');
    await waitFor(() => expect(FakeAgora.last.joined?.token).toBe('second'));
    await reaches(watching, 'connected');
  });

  it('what the client mends itself is told, and nothing is made anew', async () => {
    const watching = await watched(atAgora());
    await reaches(watching, 'connected');
    FakeAgora.last.tell('connection-state-change', 'RECONNECTING', 'CONNECTED');
    expect(watching.state()).toBe('reconnecting');
    FakeAgora.last.tell('connection-state-change', 'CONNECTED', 'RECONNECTING');
    expect(watching.state()).toBe('connected');
    expect(FakeAgora.all).toHaveLength(1);
  });

  it('a publisher whose place another page took gives way at once', async () => {
    const publication = await published(atAgora());
    await reaches(publication, 'connected');
    FakeAgora.last.tell('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'UID_CONFLICT');
    await reaches(publication, 'replaced');
  });

  it('somebody who is banned asks the host, who knows', async () => {
    const watching = await watched(atAgora(), async () => null);
    await reaches(watching, 'connected');
    FakeAgora.last.tell('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'UID_BANNED');
    await reaches(watching, 'refused');
  });

  it.each([
    ['CAN_NOT_GET_GATEWAY_SERVER', 'invalid token, authorized failed'],
    ['CAN_NOT_GET_GATEWAY_SERVER', 'dynamic key expired'],
    ['UID_BANNED', 'K_UID_BANNED'],
  ])('a token that is refused (%s, %s) is renewed', async (code, message) => {
    FakeAgora.refusals = [{ code, message }];
    await reaches(await watched(atAgora(), async () => atAgora({ token: 'second' })), 'connected');
    expect(FakeAgora.last.joined?.token).toBe('second');
  });

  it('a cloud that cannot be reached is tried again with the same token', async () => {
    FakeAgora.refusals = [{ code: 'CAN_NOT_GET_GATEWAY_SERVER', message: 'no edge services in ap response' }];
    await reaches(await watched(atAgora()), 'connected');
    expect(FakeAgora.last.joined?.token).toBe('first');
  });
});

/** Publishing and watching by WHIP and WHEP: what goes over the wire, and what a page hears of it. */
import { http, HttpResponse } from 'msw';
import { FakeConnection, FakeTrack, someStream, withFakeRtc } from '../../../tests/support/fake-rtc';
import { server, startTestHost } from '../../../tests/support/msw';
import { waitFor } from '@testing-library/react';
import { publish, watch, type LiveCredentials, type LiveState } from './live';

const never = jest.fn(() => Promise.reject(new Error('nobody should ask')));
const open: { close(): Promise<void> }[] = [];
// Before the host forgets what it answers: each connection is ended there.
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await waitFor(() => expect(deletes()).toHaveLength(taken));
  expect(never).not.toHaveBeenCalled();
});
startTestHost();
withFakeRtc();

const whip = 'http://engine.test/streaming/whip/show';
const whep = 'http://engine.test/streaming/whep/show';
const quick = { pauses_ms: [0, 1], shaky_ms: 0 };

interface Heard {
  method: string;
  path: string;
  authorization: string | null;
  type: string | null;
  body: string;
}
let heard: Heard[];
/** How many offers were taken. */
let taken: number;
/** What the next offers are answered with, instead of being taken. */
let refusals: number[];
/** Tokens that are let in. */
let goodTokens: Set<string>;

const posts = (): Heard[] => heard.filter(({ method }) => method === 'POST');
const deletes = (): Heard[] => heard.filter(({ method }) => method === 'DELETE');

const note = async (request: Request): Promise<Heard> => {
  const { method, headers } = request;
  const one = {
    method,
    path: new URL(request.url).pathname,
    authorization: headers.get('authorization'),
    type: headers.get('content-type'),
    body: await request.text(),
  };
  heard.push(one);
  return one;
};

beforeEach(() => {
  heard = [];
  taken = 0;
  refusals = [];
  goodTokens = new Set(['first']);
  server.use(
    http.post('http://engine.test/streaming/:door/show', async ({ request, params }) => {
      const { authorization } = await note(request);
      const refusal = refusals.shift();
      if (refusal !== undefined) return new HttpResponse(null, { status: refusal });
      if (!goodTokens.has(authorization?.replace('Bearer ', '') ?? '')) return new HttpResponse(null, { status: 401 });
      taken += 1;
      const location = `/streaming/${String(params['door'])}/show/${posts().length}`;
      return new HttpResponse('v=0 answer', { status: 201, headers: { location, 'content-type': 'application/sdp' } });
    }),
    http.delete('http://engine.test/streaming/:door/show/:resource', async ({ request }) => {
      await note(request);
      return new HttpResponse(null, { status: 200 });
    }),
  );
});

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const credentials = (more: Partial<LiveCredentials> = {}): LiveCredentials => ({
  engine: 'embedded',
  room: 'room',
  token: 'first',
  url: null,
  whipUrl: whip,
  whepUrl: whep,
  iceServers: [{ urls: ['turn:turn.test'], username: 'name', credential: 'word' }],
  appId: null,
  uid: null,
  expiresAt: inAnHour(),
  ...more,
});

const published = async (more: Partial<Parameters<typeof publish>[2]> = {}, given = credentials(), stream = someStream()) => {
  const publication = await publish(stream, given, { renew: never, pace: quick, ...more });
  open.push(publication);
  return publication;
};
const watched = async (more: Partial<Parameters<typeof watch>[1]> = {}, given = credentials()) => {
  const watching = await watch(given, { renew: never, pace: quick, ...more });
  open.push(watching);
  return watching;
};
const reaches = (one: { state(): LiveState }, state: LiveState): Promise<void> => waitFor(() => expect(one.state()).toBe(state));
function statesOf(one: { onState(hear: (state: LiveState) => void): () => void }): LiveState[] {
  const states: LiveState[] = [];
  one.onState((state) => void states.push(state));
  return states;
}
const connects = async (one: { state(): LiveState }, times: number): Promise<void> => {
  await waitFor(() => expect(FakeConnection.all).toHaveLength(times));
  await reaches(one, 'connected');
};
const trackOf = (kind: 'audio' | 'video', label: string) => new FakeTrack(kind, label) as FakeTrack & MediaStreamTrack;

describe('publishing', () => {
  it('offers what was gathered with the token as bearer, takes the answer, and says that it is connected', async () => {
    const publication = await published({ bitrate_kbps: 800 });
    const states = statesOf(publication);
    await reaches(publication, 'connected');
    expect(states).toEqual(['connecting', 'connected']);
    expect(heard).toEqual([
      {
        method: 'POST',
        path: '/streaming/whip/show',
        authorization: 'Bearer first',
        type: 'application/sdp',
        body: 'v=0 offer with candidates',
      },
    ]);
    const { last } = FakeConnection;
    expect(last.answer).toBe('v=0 answer');
    expect(last.configuration.iceServers).toEqual(credentials().iceServers);
    expect(last.transceivers).toMatchObject([
      { kind: 'audio', direction: 'sendonly' },
      { kind: 'video', direction: 'sendonly', maxBitrate: 800_000 },
    ]);
  });

  it('offers after a moment although the browser is still gathering', async () => {
    FakeConnection.gathers = false;
    await reaches(await published(), 'connected');
    expect(posts()[0]?.body).toBe('v=0 offer');
  });

  it('ends with a DELETE of the connection, says so, and is not made again', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    const states = statesOf(publication);
    await publication.close();
    expect(deletes()).toMatchObject([{ path: '/streaming/whip/show/1', authorization: 'Bearer first' }]);
    expect(states).toEqual(['connected', 'closed']);
    expect(FakeConnection.last.connectionState).toBe('closed');
    window.dispatchEvent(new Event('online'));
    expect(posts()).toHaveLength(1);
  });

  it('leaves no connection behind when it is closed while it is being made', async () => {
    const publication = await published();
    await publication.close();
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    await waitFor(() => expect(deletes()).toHaveLength(posts().length));
    expect(publication.state()).toBe('closed');
  });

  it('sends from another camera within the same connection, and from that one after a loss too', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    const other = trackOf('video', 'other camera');
    await publication.replaceTrack(other);
    expect(FakeConnection.last.sending('video')).toBe(other);
    expect(posts()).toHaveLength(1);
    FakeConnection.last.become('failed');
    await connects(publication, 2);
    expect(FakeConnection.last.sending('video')).toBe(other);
    expect(FakeConnection.last.sending('audio')?.label).toBe('microphone');
  });

  it('sends a microphone that was plugged in later, within the same connection', async () => {
    const stream = someStream();
    stream.removeTrack(stream.getTracks()[0] as MediaStreamTrack);
    const publication = await published({}, credentials(), stream);
    await reaches(publication, 'connected');
    const microphone = trackOf('audio', 'late');
    await publication.replaceTrack(microphone);
    expect(FakeConnection.last.sending('audio')).toBe(microphone);
    expect(posts()).toHaveLength(1);
  });

  it('mutes without a drop, also what comes later, and stops no track of the page', async () => {
    const stream = someStream();
    const publication = await published({}, credentials(), stream);
    await reaches(publication, 'connected');
    publication.mute('audio', true);
    const [microphone, camera] = stream.getTracks() as unknown as FakeTrack[];
    expect([microphone?.enabled, camera?.enabled]).toEqual([false, true]);
    const other = trackOf('audio', 'other');
    await publication.replaceTrack(other);
    expect(other.enabled).toBe(false);
    publication.mute('audio', false);
    expect(other.enabled).toBe(true);
    await publication.close();
    expect([microphone?.isStopped, camera?.isStopped, posts().length]).toEqual([false, false, 1]);
  });

  it('gives way when another page takes its place again and again', async () => {
    const publication = await published({ pace: { ...quick, shaky_ms: 60_000 } });
    for (let times = 1; times <= 3; times += 1) {
      await connects(publication, times);
      FakeConnection.last.become('failed');
    }
    await reaches(publication, 'replaced');
    expect(posts()).toHaveLength(3);
  });
});

describe('watching', () => {
  it('asks for picture and sound, and gives one stream all the time, whatever arrives', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    expect(posts()).toMatchObject([{ path: '/streaming/whep/show', authorization: 'Bearer first' }]);
    expect(FakeConnection.last.transceivers.map(({ kind, direction }) => [kind, direction])).toEqual([
      ['audio', 'recvonly'],
      ['video', 'recvonly'],
    ]);
    const { stream } = watching;
    const [sound, picture] = [trackOf('audio', 'sound'), trackOf('video', 'picture')];
    FakeConnection.last.receive(sound);
    FakeConnection.last.receive(picture);
    expect(stream.getTracks()).toEqual([sound, picture]);

    FakeConnection.last.become('failed');
    await connects(watching, 2);
    const again = trackOf('video', 'picture again');
    FakeConnection.last.receive(again);
    expect(watching.stream).toBe(stream);
    expect(stream.getTracks()).toEqual([sound, again]);
  });

  it('comes again however often it is cut', async () => {
    const watching = await watched({ pace: { ...quick, shaky_ms: 60_000 } });
    for (let times = 1; times <= 5; times += 1) {
      await connects(watching, times);
      FakeConnection.last.become('failed');
    }
    await connects(watching, 6);
  });
});

describe('a connection that breaks', () => {
  it('is made again by itself, the old one ended at the engine, and the page hears both', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    const states = statesOf(watching);
    FakeConnection.last.become('failed');
    await connects(watching, 2);
    expect(states).toEqual(['connected', 'reconnecting', 'connected']);
    await waitFor(() => expect(deletes().map(({ path }) => path)).toEqual(['/streaming/whep/show/1']));
  });

  it('is made again although the engine does not answer that the old one has ended', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.delete('http://engine.test/streaming/whep/show/1', async ({ request }) => {
        await note(request);
        await answered;
        return new HttpResponse(null, { status: 200 });
      }),
    );
    FakeConnection.last.become('failed');
    await connects(watching, 2);
    answer();
  });

  it('is left alone when it mends itself', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    FakeConnection.last.become('disconnected');
    FakeConnection.last.become('connected');
    await watching.stats();
    expect(watching.state()).toBe('connected');
    expect(posts()).toHaveLength(1);
  });

  it('is made again when it does not mend itself', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    FakeConnection.last.become('disconnected');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2), { timeout: 5_000 });
    await reaches(watching, 'connected');
  });

  it('is tried again until the engine is back', async () => {
    refusals = [503, 502, 429, 500, 200];
    const watching = await watched();
    const states = statesOf(watching);
    await reaches(watching, 'connected');
    expect(states).toEqual(['connecting', 'connected']);
    expect(posts()).toHaveLength(6);
  });

  it('is tried again at once when the network is back', async () => {
    refusals = [503];
    const watching = await watched({ pace: { pauses_ms: [60_000], shaky_ms: 0 } });
    await waitFor(() => expect(FakeConnection.all[0]?.connectionState).toBe('closed'));
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(watching.state()).toBe('connected');
    });
  });
});

describe('credentials', () => {
  const fresh = (): LiveCredentials => credentials({ token: 'second' });

  it('that expired are renewed before the engine is asked', async () => {
    goodTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh());
    await reaches(await watched({ renew }, credentials({ expiresAt: new Date(Date.now() - 1).toISOString() })), 'connected');
    expect(posts().map(({ authorization }) => authorization)).toEqual(['Bearer second']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('that the engine refuses are renewed, and the fresh ones serve after a loss too', async () => {
    goodTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh());
    const watching = await watched({ renew });
    await reaches(watching, 'connected');
    FakeConnection.last.become('failed');
    await connects(watching, 3);
    expect(posts().map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second', 'Bearer second']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it.each([401, 403, 404, 409])('that are refused with %i and that the host does not renew end it for good', async (status) => {
    refusals = [status];
    const watching = await watched({ renew: async () => null });
    await reaches(watching, 'refused');
    expect(posts()).toHaveLength(1);
  });

  it('of somebody put out in the middle of it are asked for once, and then it is over', async () => {
    const watching = await watched({ renew: async () => null });
    await reaches(watching, 'connected');
    goodTokens.clear();
    FakeConnection.last.become('failed');
    await reaches(watching, 'refused');
    expect(posts()).toHaveLength(2);
  });

  it('that are refused however fresh they are end it', async () => {
    goodTokens.clear();
    await reaches(await watched({ renew: async () => fresh() }), 'refused');
    expect(posts()).toHaveLength(3);
  });

  it('are asked for again when the host did not answer', async () => {
    goodTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh()).mockRejectedValueOnce(new Error('away'));
    await reaches(await watched({ renew }), 'connected');
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('of another kind connect nothing', async () => {
    await reaches(
      await watched({ renew: async () => null, pace: { pauses_ms: [60_000], shaky_ms: 0 } }, credentials({ whepUrl: null })),
      'connecting',
    );
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    expect(heard).toEqual([]);
  });
});

describe('the figures', () => {
  const sent = (timestamp: number, bytesSent: number) => [
    { type: 'outbound-rtp', timestamp, bytesSent },
    { type: 'remote-inbound-rtp', timestamp, fractionLost: 0.02, roundTripTime: 0.09 },
    { type: 'candidate-pair', timestamp, nominated: true, currentRoundTripTime: 0.05 },
    { type: 'candidate-pair', timestamp, nominated: false, currentRoundTripTime: 9 },
  ];
  const received = (timestamp: number, bytesReceived: number, packetsReceived: number, packetsLost: number) => [
    { type: 'inbound-rtp', timestamp, bytesReceived: bytesReceived / 2, packetsReceived, packetsLost },
    { type: 'inbound-rtp', timestamp, bytesReceived: bytesReceived / 2, packetsReceived: 0, packetsLost: 0 },
  ];

  it('of a publisher are what goes out now, what the engine misses of it, and the way there and back', async () => {
    const publication = await published();
    await reaches(publication, 'connected');
    FakeConnection.last.figures = sent(1_000, 50_000);
    expect(await publication.stats()).toEqual({ bitrate_kbps: null, loss: 0.02, rtt_ms: 90 });
    FakeConnection.last.figures = sent(2_000, 175_000);
    expect(await publication.stats()).toMatchObject({ bitrate_kbps: 1_000 });
  });

  it('of a viewer are what comes in and what was lost since the last look', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    FakeConnection.last.figures = received(1_000, 10_000, 100, 50);
    await watching.stats();
    FakeConnection.last.figures = received(3_000, 135_000, 190, 60);
    expect(await watching.stats()).toEqual({ bitrate_kbps: 500, loss: 0.1, rtt_ms: null });
  });

  it('are unknown while there is no connection', async () => {
    const watching = await watched();
    await reaches(watching, 'connected');
    await watching.close();
    expect(await watching.stats()).toEqual({ bitrate_kbps: null, loss: null, rtt_ms: null });
  });
});

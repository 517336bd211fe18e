/** An engine that speaks WHIP and WHEP behind faked connections, and browsers that publish and watch there. */
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { publish, watch, type LiveCredentials, type LiveState } from '@web/realtime/live/live';
import { FakeConnection, FakeTrack, someStream, withFakeRtc } from './fake-rtc';
import { server, startTestHost } from './fake-host';

export const never = jest.fn(() => Promise.reject(new Error('nobody should ask')));
const open: { close(): Promise<void> }[] = [];
const whip = 'http://engine.test/streaming/whip/show';
const whep = 'http://engine.test/streaming/whep/show';
export const quick = { pauses_ms: [0, 1], shaky_ms: 0, told_ms: 60_000 };

interface Heard {
  method: string;
  path: string;
  authorization: string | null;
  type: string | null;
  body: string;
}
interface WhipEngine {
  heard: Heard[];
  /** How many offers were taken. */
  taken: number;
  /** What the next offers are answered with, instead of being taken. */
  refusals: number[];
  /** Tokens that are let in. */
  goodTokens: Set<string>;
}

/** The engine as it stands in this test. */
export const engine: WhipEngine = { heard: [], taken: 0, refusals: [], goodTokens: new Set() };

export const posts = (): Heard[] => engine.heard.filter(({ method }) => method === 'POST');
export const deletes = (): Heard[] => engine.heard.filter(({ method }) => method === 'DELETE');

/** Writes a request down. */
export const note = async (request: Request): Promise<Heard> => {
  const { method, headers } = request;
  const one = {
    method,
    path: new URL(request.url).pathname,
    authorization: headers.get('authorization'),
    type: headers.get('content-type'),
    body: await request.text(),
  };
  engine.heard.push(one);
  return one;
};

/** Begins and ends the engine, and whoever came to it, around the tests of a file. */
export function startWhipEngine(): void {
  // Before the host forgets what it answers: each connection is ended there.
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    await waitFor(() => expect(deletes()).toHaveLength(engine.taken));
    expect(never).not.toHaveBeenCalled();
  });
  startTestHost();
  withFakeRtc();

  beforeEach(() => {
    engine.heard = [];
    engine.taken = 0;
    engine.refusals = [];
    engine.goodTokens = new Set(['first']);
    server.use(
      http.post('http://engine.test/streaming/:door/show', async ({ request, params }) => {
        const { authorization } = await note(request);
        const refusal = engine.refusals.shift();
        if (refusal !== undefined) return new HttpResponse(null, { status: refusal });
        if (!engine.goodTokens.has(authorization?.replace('Bearer ', '') ?? '')) return new HttpResponse(null, { status: 401 });
        engine.taken += 1;
        const location = `/streaming/${String(params['door'])}/show/${posts().length}`;
        return new HttpResponse('v=0 answer', { status: 201, headers: { location, 'content-type': 'application/sdp' } });
      }),
      http.delete('http://engine.test/streaming/:door/show/:resource', async ({ request }) => {
        await note(request);
        return new HttpResponse(null, { status: 200 });
      }),
    );
  });
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
export const credentials = (more: Partial<LiveCredentials> = {}): LiveCredentials => ({
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

export const published = async (more: Partial<Parameters<typeof publish>[2]> = {}, given = credentials(), stream = someStream()) => {
  const publication = await publish(stream, given, { renew: never, pace: quick, ...more });
  open.push(publication);
  return publication;
};
export const watched = async (more: Partial<Parameters<typeof watch>[1]> = {}, given = credentials()) => {
  const watching = await watch(given, { renew: never, pace: quick, ...more });
  open.push(watching);
  return watching;
};
export const reaches = (one: { state(): LiveState }, state: LiveState): Promise<void> => waitFor(() => expect(one.state()).toBe(state));
export function statesOf(one: { onState(hear: (state: LiveState) => void): () => void }): LiveState[] {
  const states: LiveState[] = [];
  one.onState((state) => void states.push(state));
  return states;
}
export const connects = async (one: { state(): LiveState }, times: number): Promise<void> => {
  await waitFor(() => expect(FakeConnection.all).toHaveLength(times));
  await reaches(one, 'connected');
};
export const trackOf = (kind: 'audio' | 'video', label: string) => new FakeTrack(kind, label) as FakeTrack & MediaStreamTrack;

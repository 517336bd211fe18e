/** A fake engine with WHIP and WHEP behind fake connections, and clients that publish and watch there. */
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { publish, watch, type LiveCredentials, type LiveState } from '@web/realtime/live/live';
import { setApiUrl } from '@web/services/api';
import { FakeConnection, FakeTrack, cameraStream, installFakeRtc } from './fake-rtc';
import { fakeHostUrl, server, startFakeHost } from './fake-host';

export const neverRenew = jest.fn(() => Promise.reject(new Error('no renewal is expected')));
const openClients: { close(): Promise<void> }[] = [];
const whip = `${fakeHostUrl}/streaming/whip/show`;
const whep = `${fakeHostUrl}/streaming/whep/show`;
export const fastRetryPolicy = { retryDelays_ms: [0, 1], stableAfter_ms: 0, reportAfter_ms: 60_000 };

interface EngineRequest {
  method: string;
  path: string;
  authorization: string | null;
  type: string | null;
  body: string;
}
interface WhipEngine {
  requests: EngineRequest[];
  /** How many offers were accepted. */
  acceptedOffers: number;
  /** The statuses of the next responses to offers, instead of accepting them. */
  errorStatuses: number[];
  /** Tokens that are accepted. */
  validTokens: Set<string>;
}

/** The state of the engine in this test. */
export const engine: WhipEngine = { requests: [], acceptedOffers: 0, errorStatuses: [], validTokens: new Set() };

export const postRequests = (): EngineRequest[] => engine.requests.filter(({ method }) => method === 'POST');
export const deleteRequests = (): EngineRequest[] => engine.requests.filter(({ method }) => method === 'DELETE');

/** Records a request of the engine, and returns it. */
export const recordRequest = async (request: Request): Promise<EngineRequest> => {
  const { method, headers } = request;
  const received = {
    method,
    path: new URL(request.url).pathname,
    authorization: headers.get('authorization'),
    type: headers.get('content-type'),
    body: await request.text(),
  };
  engine.requests.push(received);
  return received;
};

/** Runs the engine during the tests of a file, and closes all clients after each test. */
export function startWhipEngine(): void {
  // Runs before the fake host resets its handlers, because each connection is closed there.
  afterEach(async () => {
    await Promise.all(openClients.splice(0).map((client) => client.close()));
    await waitFor(() => expect(deleteRequests()).toHaveLength(engine.acceptedOffers));
    expect(neverRenew).not.toHaveBeenCalled();
  });
  startFakeHost();
  installFakeRtc();

  beforeEach(() => {
    setApiUrl(fakeHostUrl);
    engine.requests = [];
    engine.acceptedOffers = 0;
    engine.errorStatuses = [];
    engine.validTokens = new Set(['first']);
    server.use(
      http.post(`${fakeHostUrl}/streaming/:protocol/show`, async ({ request, params }) => {
        const { authorization } = await recordRequest(request);
        const errorStatus = engine.errorStatuses.shift();
        if (errorStatus !== undefined) return new HttpResponse(null, { status: errorStatus });
        if (!engine.validTokens.has(authorization?.replace('Bearer ', '') ?? '')) return new HttpResponse(null, { status: 401 });
        engine.acceptedOffers += 1;
        const location = `/streaming/${String(params['protocol'])}/show/${postRequests().length}`;
        return new HttpResponse('v=0 answer', { status: 201, headers: { location, 'content-type': 'application/sdp' } });
      }),
      http.delete(`${fakeHostUrl}/streaming/:protocol/show/:resource`, async ({ request }) => {
        await recordRequest(request);
        return new HttpResponse(null, { status: 200 });
      }),
    );
  });
}

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
export const credentials = (changes: Partial<LiveCredentials> = {}): LiveCredentials => ({
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
  ...changes,
});

export const startPublishing = async (
  changes: Partial<Parameters<typeof publish>[2]> = {},
  liveCredentials = credentials(),
  stream = cameraStream(),
) => {
  const publication = await publish(stream, liveCredentials, { renew: neverRenew, retryPolicy: fastRetryPolicy, ...changes });
  openClients.push(publication);
  return publication;
};
export const startWatching = async (changes: Partial<Parameters<typeof watch>[1]> = {}, liveCredentials = credentials()) => {
  const watching = await watch(liveCredentials, { renew: neverRenew, retryPolicy: fastRetryPolicy, ...changes });
  openClients.push(watching);
  return watching;
};
export const waitForState = (client: { state(): LiveState }, state: LiveState): Promise<void> =>
  waitFor(() => expect(client.state()).toBe(state));
export function statesOf(client: { onState(listener: (state: LiveState) => void): () => void }): LiveState[] {
  const states: LiveState[] = [];
  client.onState((state) => void states.push(state));
  return states;
}
export const waitForConnections = async (client: { state(): LiveState }, times: number): Promise<void> => {
  await waitFor(() => expect(FakeConnection.all).toHaveLength(times));
  await waitForState(client, 'connected');
};
export const trackOf = (kind: 'audio' | 'video', label: string) => new FakeTrack(kind, label) as FakeTrack & MediaStreamTrack;

/** Broken connections, expired credentials, and connection statistics. */
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { FakeConnection } from '../../../tests/kit/screens/fake-rtc';
import { fakeHostUrl, server } from '../../../tests/kit/screens/fake-host';
import {
  waitForConnections,
  credentials,
  deleteRequests,
  engine,
  recordRequest,
  postRequests,
  startPublishing,
  waitForState,
  startWhipEngine,
  statesOf,
  startWatching,
} from '../../../tests/kit/screens/whip-engine';
import { retryPolicy } from './keep-connected';
import type { LiveCredentials } from './live';

startWhipEngine();

describe('a connection that breaks', () => {
  it('is replaced by a new one, is ended at the engine, and both states are reported', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    const states = statesOf(watching);
    FakeConnection.last.setState('failed');
    await waitForConnections(watching, 2);
    expect(states).toEqual(['connected', 'reconnecting', 'connected']);
    await waitFor(() => expect(deleteRequests().map(({ path }) => path)).toEqual(['/streaming/whep/show/1']));
  });

  it('is replaced without waiting for the engine to confirm the end of the old one', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    let respond = (): void => undefined;
    const mayRespond = new Promise<void>((resolve) => (respond = resolve));
    server.use(
      http.delete(`${fakeHostUrl}/streaming/whep/show/1`, async ({ request }) => {
        await recordRequest(request);
        await mayRespond;
        return new HttpResponse(null, { status: 200 });
      }),
    );
    FakeConnection.last.setState('failed');
    await waitForConnections(watching, 2);
    respond();
  });

  it('is reported as no_path while the network blocks media', async () => {
    // The reason is shown within ten seconds of the page request. Loading the page may take some of that time.
    expect(retryPolicy.reportAfter_ms).toBeLessThanOrEqual(6_000);
    FakeConnection.hasPath = false;
    const watching = await startWatching({ retryPolicy: { retryDelays_ms: [5], stableAfter_ms: 0, reportAfter_ms: 60 } });
    const states = statesOf(watching);
    await waitForState(watching, 'no_path');
    engine.errorStatuses = Array<number>(1000).fill(503);
    await waitForState(watching, 'away');
    engine.errorStatuses = [];
    await waitForState(watching, 'no_path');
    FakeConnection.hasPath = true;
    await waitForState(watching, 'connected');
    expect(states).toEqual(['connecting', 'no_path', 'away', 'no_path', 'connected']);
    FakeConnection.hasPath = false;
    FakeConnection.last.setState('failed');
    await waitForState(watching, 'no_path');
    expect(states.slice(-2)).toEqual(['reconnecting', 'no_path']);
  });

  it('is left alone when it recovers by itself', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    FakeConnection.last.setState('disconnected');
    FakeConnection.last.setState('connected');
    await watching.stats();
    expect(watching.state()).toBe('connected');
    expect(postRequests()).toHaveLength(1);
  });

  it('is replaced when it does not recover by itself', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    FakeConnection.last.setState('disconnected');
    await waitFor(() => expect(FakeConnection.all).toHaveLength(2));
    await waitForState(watching, 'connected');
  });

  it('is retried until the engine is back', async () => {
    engine.errorStatuses = [503, 502, 429, 500, 200];
    const watching = await startWatching();
    const states = statesOf(watching);
    await waitForState(watching, 'connected');
    expect(states).toEqual(['connecting', 'connected']);
    expect(postRequests()).toHaveLength(6);
  });

  it('is retried immediately when the network is back', async () => {
    engine.errorStatuses = [503];
    const watching = await startWatching({ retryPolicy: { retryDelays_ms: [60_000], stableAfter_ms: 0, reportAfter_ms: 60_000 } });
    await waitFor(() => expect(FakeConnection.all[0]?.connectionState).toBe('closed'));
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(watching.state()).toBe('connected');
    });
  });
});

describe('credentials', () => {
  const fresh = (): LiveCredentials => credentials({ token: 'second' });

  it('are renewed before the request when they have expired', async () => {
    engine.validTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh());
    await waitForState(await startWatching({ renew }, credentials({ expiresAt: new Date(Date.now() - 1).toISOString() })), 'connected');
    expect(postRequests().map(({ authorization }) => authorization)).toEqual(['Bearer second']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('are renewed when the engine rejects them, and the fresh ones are used after a reconnection', async () => {
    engine.validTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh());
    const watching = await startWatching({ renew });
    await waitForState(watching, 'connected');
    FakeConnection.last.setState('failed');
    await waitForConnections(watching, 3);
    expect(postRequests().map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second', 'Bearer second']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it.each([401, 403, 404, 409])('end the connection when the engine responds with %i and the server issues no new ones', async (status) => {
    engine.errorStatuses = [status];
    const watching = await startWatching({ renew: async () => null });
    await waitForState(watching, 'refused');
    expect(postRequests()).toHaveLength(1);
  });

  it('are requested once after an eviction, and the connection ends when the server issues none', async () => {
    const watching = await startWatching({ renew: async () => null });
    await waitForState(watching, 'connected');
    engine.validTokens.clear();
    FakeConnection.last.setState('failed');
    await waitForState(watching, 'refused');
    expect(postRequests()).toHaveLength(2);
  });

  it('end the connection when fresh ones are rejected repeatedly', async () => {
    engine.validTokens.clear();
    await waitForState(await startWatching({ renew: async () => fresh() }), 'refused');
    expect(postRequests()).toHaveLength(3);
  });

  it('are requested again when the first request failed', async () => {
    engine.validTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh()).mockRejectedValueOnce(new Error('away'));
    await waitForState(await startWatching({ renew }), 'connected');
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('without a URL for the engine open no connection', async () => {
    await waitForState(
      await startWatching(
        { renew: async () => null, retryPolicy: { retryDelays_ms: [60_000], stableAfter_ms: 0, reportAfter_ms: 60_000 } },
        credentials({ whepUrl: null }),
      ),
      'connecting',
    );
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    expect(engine.requests).toEqual([]);
  });
});

describe('the statistics', () => {
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

  it('of a publisher are the sent bitrate, the loss reported by the engine, and the round trip', async () => {
    const publication = await startPublishing();
    await waitForState(publication, 'connected');
    FakeConnection.last.stats = sent(1_000, 50_000);
    expect(await publication.stats()).toEqual({ bitrate_kbps: null, loss: 0.02, rtt_ms: 90 });
    FakeConnection.last.stats = sent(2_000, 175_000);
    expect(await publication.stats()).toMatchObject({ bitrate_kbps: 1_000 });
  });

  it('of a viewer are the received bitrate and the loss since the last measurement', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    FakeConnection.last.stats = received(1_000, 10_000, 100, 50);
    await watching.stats();
    FakeConnection.last.stats = received(3_000, 135_000, 190, 60);
    expect(await watching.stats()).toEqual({ bitrate_kbps: 500, loss: 0.1, rtt_ms: null });
  });

  it('are null without a connection', async () => {
    const watching = await startWatching();
    await waitForState(watching, 'connected');
    await watching.close();
    expect(await watching.stats()).toEqual({ bitrate_kbps: null, loss: null, rtt_ms: null });
  });
});

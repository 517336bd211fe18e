/** Connections that break, credentials that end, and the figures of what is carried meanwhile. */
import { waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { FakeConnection } from '../../../tests/kit/screens/fake-rtc';
import { server } from '../../../tests/kit/screens/fake-host';
import {
  connects,
  credentials,
  deletes,
  engine,
  note,
  posts,
  published,
  reaches,
  startWhipEngine,
  statesOf,
  watched,
} from '../../../tests/kit/screens/whip-engine';
import { pace } from './keep-connected';
import type { LiveCredentials } from './live';

startWhipEngine();

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

  it('is said to have no way through a network that lets nothing through, until it has one', async () => {
    // Somebody waits for ten seconds at the most.
    expect(pace.told_ms).toBeLessThan(10_000);
    FakeConnection.hasPath = false;
    const watching = await watched({ pace: { pauses_ms: [5], shaky_ms: 0, told_ms: 60 } });
    const states = statesOf(watching);
    await reaches(watching, 'no_path');
    engine.refusals = Array<number>(1000).fill(503);
    await reaches(watching, 'away');
    engine.refusals = [];
    await reaches(watching, 'no_path');
    FakeConnection.hasPath = true;
    await reaches(watching, 'connected');
    expect(states).toEqual(['connecting', 'no_path', 'away', 'no_path', 'connected']);
    FakeConnection.hasPath = false;
    FakeConnection.last.become('failed');
    await reaches(watching, 'no_path');
    expect(states.slice(-2)).toEqual(['reconnecting', 'no_path']);
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
    engine.refusals = [503, 502, 429, 500, 200];
    const watching = await watched();
    const states = statesOf(watching);
    await reaches(watching, 'connected');
    expect(states).toEqual(['connecting', 'connected']);
    expect(posts()).toHaveLength(6);
  });

  it('is tried again at once when the network is back', async () => {
    engine.refusals = [503];
    const watching = await watched({ pace: { pauses_ms: [60_000], shaky_ms: 0, told_ms: 60_000 } });
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
    engine.goodTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh());
    await reaches(await watched({ renew }, credentials({ expiresAt: new Date(Date.now() - 1).toISOString() })), 'connected');
    expect(posts().map(({ authorization }) => authorization)).toEqual(['Bearer second']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('that the engine refuses are renewed, and the fresh ones serve after a loss too', async () => {
    engine.goodTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh());
    const watching = await watched({ renew });
    await reaches(watching, 'connected');
    FakeConnection.last.become('failed');
    await connects(watching, 3);
    expect(posts().map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second', 'Bearer second']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it.each([401, 403, 404, 409])('that are refused with %i and that the host does not renew end it for good', async (status) => {
    engine.refusals = [status];
    const watching = await watched({ renew: async () => null });
    await reaches(watching, 'refused');
    expect(posts()).toHaveLength(1);
  });

  it('of somebody put out in the middle of it are asked for once, and then it is over', async () => {
    const watching = await watched({ renew: async () => null });
    await reaches(watching, 'connected');
    engine.goodTokens.clear();
    FakeConnection.last.become('failed');
    await reaches(watching, 'refused');
    expect(posts()).toHaveLength(2);
  });

  it('that are refused however fresh they are end it', async () => {
    engine.goodTokens.clear();
    await reaches(await watched({ renew: async () => fresh() }), 'refused');
    expect(posts()).toHaveLength(3);
  });

  it('are asked for again when the host did not answer', async () => {
    engine.goodTokens = new Set(['second']);
    const renew = jest.fn(async () => fresh()).mockRejectedValueOnce(new Error('away'));
    await reaches(await watched({ renew }), 'connected');
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('of another kind connect nothing', async () => {
    await reaches(
      await watched(
        { renew: async () => null, pace: { pauses_ms: [60_000], shaky_ms: 0, told_ms: 60_000 } },
        credentials({ whepUrl: null }),
      ),
      'connecting',
    );
    await waitFor(() => expect(FakeConnection.last.connectionState).toBe('closed'));
    expect(engine.heard).toEqual([]);
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

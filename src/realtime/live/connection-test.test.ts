/** The connection test before a show: measurements, the timeout, and that no session stays open. */
import { FakeStream, FakeTrack } from '../../../tests/kit/screens/fake-rtc';
import { eventually } from '../../../tests/kit/timing/eventually';
import { NoPath, type EngineClient, type LiveCredentials, type LiveStats, type Outgoing, type PublishingSession } from './engine-client';
import { measureConnection } from './connection-test';

const quick = { connecting_ms: 60, measuring_ms: 5 };
const noise = new FakeStream([new FakeTrack('video', 'noise')]) as unknown as MediaStream;
const nothing = new FakeStream() as unknown as MediaStream;
const credentials = {} as LiveCredentials;

/** An engine whose session opens with the promise `opens`, and which counts calls of `stats` and `close`. */
function engine(opens: Promise<unknown> = Promise.resolve()) {
  const calls = { sent: null as Outgoing | null, statsCalls: 0, closed: 0 };
  const session: PublishingSession = {
    ended: new Promise(() => undefined),
    replaceTrack: () => Promise.resolve(),
    stats: async (): Promise<LiveStats> => {
      calls.statsCalls += 1;
      return { bitrate_kbps: calls.statsCalls < 2 ? null : 1_800, loss: 0, rtt_ms: 20 };
    },
    close: async () => {
      calls.closed += 1;
    },
  };
  const publish: EngineClient['publish'] = async (outgoing) => {
    calls.sent = outgoing;
    await opens;
    return session;
  };
  return { calls, client: { publish } as EngineClient };
}

const neverAborted = () => new AbortController().signal;

it('sends the stream, measures for a while, and closes the session', async () => {
  const { calls, client } = engine();
  expect(await measureConnection(client, noise, credentials, neverAborted(), quick)).toEqual({ bitrate_kbps: 1_800, loss: 0, rtt_ms: 20 });
  expect([...(calls.sent?.tracks.keys() ?? [])]).toEqual(['video']);
  expect(calls.closed).toBe(1);
});

it('measures no bitrate for a stream without tracks', async () => {
  const { calls, client } = engine();
  expect((await measureConnection(client, nothing, credentials, neverAborted(), quick)).bitrate_kbps).toBeNull();
  expect(calls).toMatchObject({ statsCalls: 1, closed: 1 });
});

it('rejects with NoPath after the timeout, and closes a session that opens too late', async () => {
  let open = (): void => undefined;
  const { calls, client } = engine(new Promise<void>((resolve) => (open = resolve)));
  await expect(measureConnection(client, noise, credentials, neverAborted(), quick)).rejects.toThrow(NoPath);
  expect(calls.closed).toBe(0);
  open();
  await eventually(() => expect(calls.closed).toBe(1));
});

it("passes on the engine's error", async () => {
  const { client } = engine(Promise.reject(new Error('answered 500')));
  await expect(measureConnection(client, noise, credentials, neverAborted(), quick)).rejects.toThrow('answered 500');
});

it.each([
  ['before', false],
  ['after', true],
])('ends when it is aborted %s it has connected', async (_when, isConnected) => {
  let open = (): void => undefined;
  const { calls, client } = engine(new Promise<void>((resolve) => (open = resolve)));
  const controller = new AbortController();
  // Long enough that only the abort can end it.
  const measurement = measureConnection(client, noise, credentials, controller.signal, { connecting_ms: 60_000, measuring_ms: 60_000 });
  if (isConnected) open();
  await eventually(() => expect(calls.sent).not.toBeNull());
  controller.abort();
  await expect(measurement).rejects.toMatchObject({ name: 'AbortError' });
  open();
  await eventually(() => expect(calls.closed).toBe(1));
});

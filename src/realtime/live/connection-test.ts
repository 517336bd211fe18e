/** The connection test before a show: connects to the engine, sends a few seconds of video, and disconnects. */
import { trackKindOf } from '@web/lib/track-kind';
import { NoPath, type EngineClient, type EngineSession, type LiveCredentials, type LiveStats } from './engine-client';

export interface ConnectionTestTiming {
  /** Without a connection by then, the test fails with NoPath. */
  connecting_ms: number;
  /** Between the two measurements, and before the first. */
  measuring_ms: number;
}

/** With the request for credentials before it, the test takes at most ten seconds. */
export const connectionTestTiming: ConnectionTestTiming = { connecting_ms: 7_500, measuring_ms: 1_500 };
const bitrate_kbps = 2_500;

const pause = (time_ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, time_ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('the connection test was aborted', 'AbortError'));
    });
  });

/** Resolves to the session, or rejects with NoPath after the timeout; a session that opens too late is closed. */
async function openInTime(opening: Promise<EngineSession>, connecting_ms: number, signal: AbortSignal): Promise<EngineSession> {
  const timeout = pause(connecting_ms, signal).then(() => Promise.reject(new NoPath()));
  try {
    return await Promise.race([opening, timeout]);
  } catch (error) {
    void opening.then(
      (session) => session.close(),
      () => undefined,
    );
    throw error;
  } finally {
    // Prevents an unhandled rejection after the race.
    timeout.catch(() => undefined);
  }
}

/**
 * Sends `stream` for a few seconds and returns the statistics; without tracks it only tests the connection. Aborted by `signal`.
 * @throws NoPath if the network lets no media through, CredentialsRejected, and other errors if the engine does not respond
 */
export async function measureConnection(
  client: EngineClient,
  stream: MediaStream,
  credentials: LiveCredentials,
  signal: AbortSignal,
  { connecting_ms, measuring_ms }: ConnectionTestTiming = connectionTestTiming,
): Promise<LiveStats> {
  const tracks = new Map(stream.getTracks().map((track) => [trackKindOf(track), track]));
  const callbacks = { onReconnecting: () => undefined, renew: () => Promise.resolve(null) };
  const session = await openInTime(client.publish({ tracks, bitrate_kbps }, credentials, callbacks), connecting_ms, signal);
  try {
    if (tracks.size === 0) return await session.stats();
    await pause(measuring_ms, signal);
    await session.stats();
    await pause(measuring_ms, signal);
    return await session.stats();
  } finally {
    void session.close().catch(() => undefined);
  }
}

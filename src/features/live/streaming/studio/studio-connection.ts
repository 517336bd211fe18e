/**
 * Tests whether a show is likely to reach viewers from this device: connects to the live engine in a private test room, without going live.
 * The real quality is measured while the show is running.
 */
import { isUnstable, type LiveStats } from '@web/realtime/live/stats';
import { ApiError } from '@web/services/api-error';
import { services } from '@web/services/services';
import { useCallback, useEffect, useState } from 'react';

/**
 * `no_path`: the API responds, but the network blocks the media · `engine_unreachable`: the API responds, but the live engine does not ·
 * `api_unreachable`: the API does not respond.
 */
export type Verdict =
  | { state: 'testing' }
  | { state: 'good' | 'weak'; bitrate_kbps: number | null }
  | { state: 'no_path' | 'engine_unreachable' | 'api_unreachable' | 'rate_limited' | 'unsupported' };

const tooManyRequests_status = 429;
const loadLive = () => import('@web/realtime/live/live');

type TestCredentials = Awaited<ReturnType<(typeof services.streaming)['POST /streaming/trial']>>;

function verdictOf(stats: LiveStats): Verdict {
  return { state: isUnstable(stats) ? 'weak' : 'good', bitrate_kbps: stats.bitrate_kbps };
}

async function testWith(credentials: TestCredentials, signal: AbortSignal): Promise<Verdict> {
  const { testConnection, NoPath } = await loadLive();
  try {
    return verdictOf(await testConnection(credentials, signal));
  } catch (error) {
    return { state: error instanceof NoPath ? 'no_path' : 'engine_unreachable' };
  }
}

async function runTest(signal: AbortSignal): Promise<Verdict> {
  if (typeof RTCPeerConnection === 'undefined') return { state: 'unsupported' };
  let credentials: TestCredentials;
  try {
    credentials = await services.streaming['POST /streaming/trial']();
  } catch (thrown) {
    if (!(thrown instanceof ApiError && thrown.isFromServer)) return { state: 'api_unreachable' };
    return { state: thrown.statusCode === tooManyRequests_status ? 'rate_limited' : 'engine_unreachable' };
  }
  return testWith(credentials, signal);
}

/** Runs the test once, and again on request; stops on unmount. */
export function useConnectionTest(): { verdict: Verdict; retest: () => void } {
  const [verdict, setVerdict] = useState<Verdict>({ state: 'testing' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    void runTest(controller.signal).then((result) => !controller.signal.aborted && setVerdict(result));
    return () => controller.abort();
  }, [round]);
  const retest = useCallback(() => {
    setVerdict({ state: 'testing' });
    setRound((before) => before + 1);
  }, []);
  return { verdict, retest };
}

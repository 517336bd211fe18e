/**
 * Whether a show is likely to reach people from here. An estimate before anything is sent: how soon the site answers, and what the
 * browser knows of the network. What really arrives is measured while the show runs.
 */
import { services } from '@web/services/services';
import { useCallback, useEffect, useState } from 'react';

export type Verdict = { state: 'testing' } | { state: 'good' | 'weak'; answer_ms: number } | { state: 'away' } | { state: 'unsupported' };

const questions = 3;
const slow_ms = 400;
const slowNetworks = ['slow-2g', '2g', '3g'];

/** What the browser says of downloads' speed is left out: it guesses from what little it loaded, and a picture goes the other way. */
const isSlowNetwork = (): boolean =>
  'connection' in navigator && slowNetworks.includes((navigator.connection as { effectiveType?: string }).effectiveType ?? '');

/** The middle one of several, so that one that stumbled does not count. */
async function answerTime_ms(): Promise<number> {
  const times: number[] = [];
  for (let asked = 0; asked < questions; asked += 1) {
    const begun = performance.now();
    await services.streaming['GET /streaming/mine']();
    times.push(performance.now() - begun);
  }
  return Math.round(times.sort((a, b) => a - b)[Math.floor(questions / 2)] ?? 0);
}

async function judge(): Promise<Verdict> {
  if (typeof RTCPeerConnection === 'undefined') return { state: 'unsupported' };
  try {
    const answer_ms = await answerTime_ms();
    return { state: answer_ms > slow_ms || isSlowNetwork() ? 'weak' : 'good', answer_ms };
  } catch {
    return { state: 'away' };
  }
}

export function useConnectionTest(): { verdict: Verdict; again: () => void } {
  const [verdict, setVerdict] = useState<Verdict>({ state: 'testing' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    void judge().then((found) => !isGone && setVerdict(found));
    return () => {
      isGone = true;
    };
  }, [round]);
  const again = useCallback(() => {
    setVerdict({ state: 'testing' });
    setRound((before) => before + 1);
  }, []);
  return { verdict, again };
}

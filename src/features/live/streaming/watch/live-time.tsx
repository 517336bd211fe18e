/** The clock of a show: as the host counted it, and on from there while there is a picture. */
import { useEffect, useState } from 'react';
import type { Stream } from '../../../streaming/show';
import { runningTime } from '../../../streaming/words';

const second_ms = 1000;

export function LiveTime({ stream }: { stream: Pick<Stream, 'streamingTime' | 'isStreaming'> }) {
  // Begun anew whenever the host says how long it runs.
  return <Clock key={`${String(stream.streamingTime)} ${String(stream.isStreaming)}`} {...stream} />;
}

function Clock({ streamingTime, isStreaming }: Pick<Stream, 'streamingTime' | 'isStreaming'>) {
  const [gone_s, setGone] = useState(0);
  useEffect(() => {
    if (!isStreaming) return;
    const begun_ms = performance.now();
    const timer = setInterval(() => setGone((performance.now() - begun_ms) / second_ms), second_ms);
    return () => clearInterval(timer);
  }, [isStreaming]);
  return (
    <span role="timer" aria-label="Running time" className="figures">
      {runningTime(streamingTime + gone_s)}
    </span>
  );
}

/** The clock of a show: the time reported by the API, which keeps counting while the performer is streaming. */
import { useEffect, useState } from 'react';
import type { Stream } from '../store/show';
import { runningTime } from '../texts';

const second_ms = 1000;

export function LiveTime({ stream }: { stream: Pick<Stream, 'streamingTime' | 'isStreaming'> }) {
  // Remounted whenever the API reports the running time.
  return <Clock key={`${String(stream.streamingTime)} ${String(stream.isStreaming)}`} {...stream} />;
}

function Clock({ streamingTime, isStreaming }: Pick<Stream, 'streamingTime' | 'isStreaming'>) {
  const [elapsed_s, setElapsed] = useState(0);
  useEffect(() => {
    if (!isStreaming) return;
    const startedAt_ms = performance.now();
    const timer = setInterval(() => setElapsed((performance.now() - startedAt_ms) / second_ms), second_ms);
    return () => clearInterval(timer);
  }, [isStreaming]);
  return (
    <span role="timer" aria-label="Elapsed time" className="figures">
      {runningTime(streamingTime + elapsed_s)}
    </span>
  );
}

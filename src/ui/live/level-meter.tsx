/** The microphone level as a bar and a text. */
import { useEffect, useState } from 'react';
import styles from './level-meter.module.css';

const interval_ms = 100;
/** Speech reaches about a third of the full scale. */
const speechLevel = 0.3;
const audibleFrom = 0.02;

/** 0 to 1; null without a measurement. */
function useLevel(track: MediaStreamTrack | undefined): number | null {
  const [level, setLevel] = useState<number | null>(null);
  useEffect(() => {
    if (track === undefined || typeof AudioContext === 'undefined') return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const wave = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(wave);
      const peak = wave.reduce((max, sample) => Math.max(max, Math.abs(sample - 128) / 128), 0);
      setLevel(Math.min(1, peak / speechLevel));
    }, interval_ms);
    return () => {
      clearInterval(timer);
      setLevel(null);
      void context.close();
    };
  }, [track]);
  return level;
}

export function LevelMeter({ track }: { track: MediaStreamTrack | undefined }) {
  const level = useLevel(track);
  const [wasHeard, setHeard] = useState(false);
  if (level !== null && level > audibleFrom && !wasHeard) setHeard(true);
  const statusText = track === undefined ? 'No microphone' : wasHeard ? 'Microphone is working' : 'Speak to test your microphone';
  return (
    <div className={styles.meter}>
      <span
        className={styles.bar}
        role="meter"
        aria-label="Microphone level"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((level ?? 0) * 100)}
      >
        <span className={styles.level} style={{ inlineSize: `${String(Math.round((level ?? 0) * 100))}%` }} />
      </span>
      <span className={styles.word} role="status">
        {statusText}
      </span>
    </div>
  );
}

/** Times on the page. Server and first render agree on the whole date; the browser then tells it relative to now. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { clockOf, dayName, fullDate, shortDate, timeAgo } from '../lib/dates';

const beat_ms = 30_000;

/** The browser's clock, read every `every_ms`; null on the server and in the first render. */
function useNow(every_ms: number): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const read = () => setNow(Date.now());
    read();
    const timer = setInterval(read, every_ms);
    return () => clearInterval(timer);
  }, [every_ms]);
  return now;
}

export function TimeAgo({ at, locale = 'en' }: { at: string; locale?: string }) {
  const now = useNow(beat_ms);
  const whole = fullDate(at, locale, now === null ? 'UTC' : undefined);
  return (
    <time dateTime={at} title={whole}>
      {now === null ? shortDate(at, locale, 'UTC') : timeAgo(at, now, locale)}
    </time>
  );
}

/** Names the days of instants: by the world's clock on the server and in the first render, then as the reader calls them. */
export function useDayName(): (at: string) => string {
  const now = useNow(beat_ms);
  return (at) => (now === null ? shortDate(at, 'en', 'UTC') : dayName(at, now));
}

const never = () => () => undefined;

/** The whole date and time: by the world's clock on the server and in the first render, then by the reader's own. */
export function WholeTime({ at, locale = 'en' }: { at: string; locale?: string }) {
  const zone = useSyncExternalStore(
    never,
    () => undefined,
    () => 'UTC',
  );
  return <time dateTime={at}>{fullDate(at, locale, zone)}</time>;
}

export interface CountdownProps {
  /** The instant it runs to. */
  until: string | number;
  /** Called once when it is reached. */
  onEnd?: () => void;
  label?: string;
}

/** What is left until an instant, as a clock that is read aloud only when asked. */
export function Countdown({ until, onEnd, label = 'Time left' }: CountdownProps) {
  const now = useNow(1000);
  const left_ms = now === null ? null : new Date(until).getTime() - now;
  const over = left_ms !== null && left_ms <= 0;
  const ended = useRef(onEnd);
  useEffect(() => {
    ended.current = onEnd;
  });
  useEffect(() => {
    if (over) ended.current?.();
  }, [over]);
  return (
    <span role="timer" aria-label={label} className="figures">
      {left_ms === null ? '–:––' : clockOf(left_ms)}
    </span>
  );
}

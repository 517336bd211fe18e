/** Times on the page. The server's page has the whole date; the browser tells it relative to now. */
import { useEffect, useRef, useState } from 'react';
import { clockOf, dayName, fullDate, shortDate, timeAgo } from '@web/lib/i18n/dates';
import { useBrowser } from '../use-browser';

const beat_ms = 30_000;

/** The browser's clock, read every `every_ms`; null on the server and while the page that it drew is taken over. */
function useNow(every_ms: number): number | null {
  const isDrawnElsewhere = useBrowser(() => false, true);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every_ms);
    return () => clearInterval(timer);
  }, [every_ms]);
  return isDrawnElsewhere ? null : now;
}

export function TimeAgo({ at, locale }: { at: string; locale?: string }) {
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
  return (at) => (now === null ? shortDate(at, undefined, 'UTC') : dayName(at, now));
}

/** The world's clock on the server and in the first render, then the reader's own. */
const useZone = (): string | undefined => useBrowser(() => null, 'UTC') ?? undefined;

/** The whole date and time. */
export function WholeTime({ at, locale }: { at: string; locale?: string }) {
  return <time dateTime={at}>{fullDate(at, locale, useZone())}</time>;
}

/** The day alone, for what has lasted since. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{shortDate(at, undefined, useZone())}</time>;
}

export interface CountdownProps {
  /** The instant it runs to. */
  until: string | number;
  /** Called once when it is reached. */
  onEnd?: () => void;
  label?: string;
}

/** How long something has gone on, as a clock that is read aloud only when asked; `since` null: it has not begun. */
export function Elapsed({ since, label }: { since: string | null; label: string }) {
  const now = useNow(1000);
  return (
    <span role="timer" aria-label={label} className="figures">
      {clockOf(since === null || now === null ? 0 : now - Date.parse(since))}
    </span>
  );
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

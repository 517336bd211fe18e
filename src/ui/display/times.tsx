/** Times on the page. The server renders dates in UTC; the browser shows them relative to now or in the local zone. */
import { useEffect, useRef, useState } from 'react';
import { clockOf, dayName, fullDate, shortDate, timeAgo } from '@web/lib/i18n/dates';
import { serverNow } from '@web/lib/server-clock';
import { useBrowser } from '../core/use-browser';

const refresh_ms = 30_000;

const deviceNow = (): number => Date.now();

/** The current time by a clock, updated at an interval; null on the server and during hydration. */
function useNow(interval_ms: number, clock: () => number = serverNow): number | null {
  const isServerRender = useBrowser(() => false, true);
  const [now, setNow] = useState(clock);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock()), interval_ms);
    return () => clearInterval(timer);
  }, [interval_ms, clock]);
  return isServerRender ? null : now;
}

export function TimeAgo({ at, locale }: { at: string; locale?: string }) {
  const now = useNow(refresh_ms);
  const full = fullDate(at, locale, now === null ? 'UTC' : undefined);
  return (
    <time dateTime={at} title={full}>
      {now === null ? shortDate(at, locale, 'UTC') : timeAgo(at, now, locale)}
    </time>
  );
}

/** Returns a function that names days: dates in UTC on the server and during hydration, then `Today`, `Yesterday` or the local date. */
export function useDayName(): (at: string) => string {
  const now = useNow(refresh_ms);
  return (at) => (now === null ? shortDate(at, undefined, 'UTC') : dayName(at, now));
}

/** UTC on the server and during hydration, then the local zone. */
const useZone = (): string | undefined => useBrowser(() => null, 'UTC') ?? undefined;

/** Full date and time. */
export function FullTime({ at, locale }: { at: string; locale?: string }) {
  return <time dateTime={at}>{fullDate(at, locale, useZone())}</time>;
}

/** The date without a time. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{shortDate(at, undefined, useZone())}</time>;
}

export interface CountdownProps {
  /** The end of the countdown: an ISO time of the server clock, or milliseconds of the device clock. */
  until: string | number;
  /** Called once at the end. */
  onEnd?: () => void;
  label?: string;
}

/** The elapsed time as a timer that is not announced; `since` null: not started. */
export function Elapsed({ since, label }: { since: string | null; label: string }) {
  const now = useNow(1000);
  return (
    <span role="timer" aria-label={label} className="figures">
      {clockOf(since === null || now === null ? 0 : now - Date.parse(since))}
    </span>
  );
}

/** The time left as a timer that is not announced. */
export function Countdown({ until, onEnd, label = 'Time left' }: CountdownProps) {
  const now = useNow(1000, typeof until === 'string' ? serverNow : deviceNow);
  const left_ms = now === null ? null : new Date(until).getTime() - now;
  const hasEnded = left_ms !== null && left_ms <= 0;
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  useEffect(() => {
    if (hasEnded) latestOnEnd.current?.();
  }, [hasEnded]);
  return (
    <span role="timer" aria-label={label} className="figures">
      {left_ms === null ? '–:––' : clockOf(left_ms)}
    </span>
  );
}

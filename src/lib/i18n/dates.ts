/** Date and time formats. Functions that need the current time take it as a parameter. */
import { dateFormat } from './intl';
import { language } from './words';

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** Times closer to now than this are shown relative to it. */
export const relativeUntil_ms = 7 * day_ms;

type Instant = Date | string | number;

/** Full date and time, for tooltips of short dates. `timeZone` defaults to the viewer's. */
export function fullDate(at: Instant, locale?: string, timeZone?: string): string {
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at));
}

/** The date without a time: `3 May 2026`, in the language's format. */
export function shortDate(at: Instant, locale?: string, timeZone?: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(at));
}

/** The date without its year: `3 May`, in the language's format. */
export function dayOfMonth(at: Instant, locale?: string): string {
  return dateFormat(locale, { day: 'numeric', month: 'short' }).format(new Date(at));
}

/** Month and year: `May 2026`. */
export function monthName(at: Instant, locale?: string): string {
  return dateFormat(locale, { month: 'short', year: 'numeric' }).format(new Date(at));
}

/** `Today`, `Yesterday` or the date, in the local time zone. */
export function dayName(at: Instant, now: Instant, locale?: string): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  const day = shortDate(at, locale);
  if (day === shortDate(now, locale)) return 'Today';
  return day === shortDate(yesterday, locale) ? 'Yesterday' : day;
}

/** `Nov 22, 2026, and Nov 24, 2026`: several days in one sentence. */
export function dayList(days: readonly Instant[], locale?: string, timeZone?: string): string {
  return new Intl.ListFormat(locale ?? language()).format(days.map((day) => shortDate(day, locale, timeZone)));
}

/** `now`, `3 hr. ago`, `in 2 days` within seven days of now; otherwise the date. */
export function timeAgo(at: Instant, now: Instant, locale?: string, timeZone?: string): string {
  const distance_ms = new Date(at).getTime() - new Date(now).getTime();
  const absolute_ms = Math.abs(distance_ms);
  if (absolute_ms >= relativeUntil_ms) return shortDate(at, locale, timeZone);
  const relative = new Intl.RelativeTimeFormat(locale ?? language(), { numeric: 'auto', style: 'short' });
  if (absolute_ms < minute_ms) return relative.format(0, 'second');
  if (absolute_ms < hour_ms) return relative.format(Math.trunc(distance_ms / minute_ms), 'minute');
  if (absolute_ms < day_ms) return relative.format(Math.trunc(distance_ms / hour_ms), 'hour');
  return relative.format(Math.trunc(distance_ms / day_ms), 'day');
}

/** A duration: `1:05`, `1:00:00`. Rounded up to seconds; never below zero. */
export function clockOf(duration_ms: number): string {
  const seconds = Math.max(0, Math.ceil(duration_ms / second_ms));
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

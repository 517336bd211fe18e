/** Quiet hours and digest times, in the recipient's time zone. */
import * as limits from '@contract/kernel/limits';
import { minute_ms } from '@contract/kernel/units';
import type { Digest } from '@contract/kernel/values/notifications';

export interface QuietHours {
  /** `HH:MM`; the first quiet minute. */
  from: string;
  /** `HH:MM`; the first minute after. On the next day if earlier than `from`. */
  to: string;
  timeZone: string;
}

const day_minutes = 24 * 60;
/** Digests are mailed at 08:00, weekly ones on Monday. */
const digestMinute = 8 * 60;
const digestDay = 'Mon';
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Whether the runtime knows the time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The weekday and minute of the day in a time zone. */
function wallClock(at: Date, timeZone: string): { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: part['weekday'] ?? digestDay, minutes: Number(part['hour']) * 60 + Number(part['minute']) };
}

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** Whether quiet hours are active at this instant. */
export function isQuiet(hours: QuietHours, at: Date): boolean {
  const { minutes } = wallClock(at, hours.timeZone);
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

/** The next digest time strictly after `at`. Off by an hour if daylight saving changes before it. */
function nextDigest(at: Date, timeZone: string, isWeekly: boolean): Date {
  const { day, minutes } = wallClock(at, timeZone);
  const minutesAhead = digestMinute > minutes ? digestMinute - minutes : digestMinute - minutes + day_minutes;
  const first = days.indexOf(day) + (digestMinute > minutes ? 0 : 1);
  const extraDays = isWeekly ? (days.indexOf(digestDay) - first + 2 * days.length) % days.length : 0;
  const thisMinute = Math.floor(at.getTime() / minute_ms) * minute_ms;
  return new Date(thisMinute + (minutesAhead + extraDays * day_minutes) * minute_ms);
}

/** When an event at `at` is mailed unless it is read first; null for never. The time zone defaults to UTC. */
export function mailDueAt(digest: Digest, at: Date, timeZone = 'UTC'): Date | null {
  const earliest = new Date(at.getTime() + limits.unseenMailDelay_s * 1000);
  if (digest === 'none') return null;
  return digest === 'each' ? earliest : nextDigest(earliest, timeZone, digest === 'weekly');
}

/** When people are left in peace, and when their mails are due: both by the clock of where they live. */
import * as limits from '@contract/kernel/limits';
import { minute_ms } from '@contract/kernel/units';
import type { Digest } from '@contract/values';

export interface QuietHours {
  /** `HH:MM`; the first minute of silence. */
  from: string;
  /** The first minute after it, the next day where it is earlier than `from`. */
  to: string;
  timeZone: string;
}

const day_minutes = 24 * 60;
/** When mails of a whole day or week are due: in the morning, that of a week on Monday. */
const digestMinute = 8 * 60;
const digestDay = 'Mon';
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Whether the machine knows the time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Day of the week and minutes of the day, as a clock on the wall shows them. */
function wallClock(at: Date, timeZone: string): { day: string; minutes: number } {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: part['weekday'] ?? digestDay, minutes: Number(part['hour']) * 60 + Number(part['minute']) };
}

const minutesOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3));

/** Whether these hours last at this instant. */
export function isQuiet(hours: QuietHours, at: Date): boolean {
  const { minutes } = wallClock(at, hours.timeZone);
  const [from, to] = [minutesOf(hours.from), minutesOf(hours.to)];
  return from <= to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
}

/** The next morning of digests, or of weekly ones, strictly after `at`; an hour beside it when clocks change until then. */
function nextMorning(at: Date, timeZone: string, isWeekly: boolean): Date {
  const { day, minutes } = wallClock(at, timeZone);
  const ahead = digestMinute > minutes ? digestMinute - minutes : digestMinute - minutes + day_minutes;
  const first = days.indexOf(day) + (digestMinute > minutes ? 0 : 1);
  const more = isWeekly ? (days.indexOf(digestDay) - first + 2 * days.length) % days.length : 0;
  const thisMinute = Math.floor(at.getTime() / minute_ms) * minute_ms;
  return new Date(thisMinute + (ahead + more * day_minutes) * minute_ms);
}

/** When what happens `at` is mailed unless it is read by then; null for never. Without a time zone it is that of UTC. */
export function mailDueAt(digest: Digest, at: Date, timeZone = 'UTC'): Date | null {
  const seenBy = new Date(at.getTime() + limits.notificationMail_s * 1000);
  if (digest === 'none') return null;
  return digest === 'each' ? seenBy : nextMorning(seenBy, timeZone, digest === 'weekly');
}

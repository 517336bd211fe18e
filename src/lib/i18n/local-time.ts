/** Values of `<input type="datetime-local">`, in the browser's time zone. For browsers only. */

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** `2026-05-03T18:30` in the browser's time zone; empty for null. */
export function localTime(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const day = [String(date.getFullYear()), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/**
 * A field's value as an ISO instant; null for an empty field. A field that still shows `before` returns it: the field has no seconds, and
 * the hour that a clock change repeats has two instants of the same local time.
 */
export function instantOf(time: string, before: string | null = null): string | null {
  if (time === '') return null;
  return before !== null && time === localTime(before) ? before : new Date(time).toISOString();
}

/** Values of `<input type="datetime-local">`, in the browser's time zone. For browsers only. */

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** `2026-05-03T18:30` in the browser's time zone; empty for null. */
export function localTime(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const day = [String(date.getFullYear()), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** A field's value as an ISO instant; null for an empty field. */
export const instantOf = (time: string): string | null => (time === '' ? null : new Date(time).toISOString());

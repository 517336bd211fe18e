/** Times as the browser's own field of day and time writes them: in the zone of whoever reads. For browsers only. */

const two = (part: number): string => String(part).padStart(2, '0');

/** `2026-05-03T18:30` in the zone of this browser; empty for none. */
export function localTime(at: string | null): string {
  if (at === null) return '';
  const date = new Date(at);
  const day = [String(date.getFullYear()), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The moment that a field says, as it travels; null for an empty one. */
export const instantOf = (time: string): string | null => (time === '' ? null : new Date(time).toISOString());

/**
 * Ages from days of birth. Days are `YYYY-MM-DD` text in UTC; somebody born on 29 February grows older on 1 March in
 * years without that day.
 */
import { attributeOptions } from '@contract/kernel/attributes';

/** The day of an instant, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Whole years between a day of birth and `today`. */
export function yearsSince(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

interface Band {
  from: number;
  /** Included; null is open. */
  to: number | null;
}

function bandOf(value: string): Band {
  const [, from, to] = /^(?:over_)?(\d+)(?:_(\d+))?$/.exec(value) ?? [];
  return { from: Number(from), to: to === undefined ? null : Number(to) };
}

/** The band in which people see an age, or null without a day of birth or outside all bands. */
export function ageBand(birth: string | null, today: string): string | null {
  if (birth === null) return null;
  const years = yearsSince(birth, today);
  const band = attributeOptions.age.find(({ value }) => {
    const { from, to } = bandOf(value);
    return years >= from && (to === null || years <= to);
  });
  return band?.value ?? null;
}

/** The last day of birth of those who are at least `years` old on `today`. */
function bornUntil(years: number, today: string): string {
  const year = String(Number(today.slice(0, 4)) - years).padStart(4, '0');
  const day = `${year}-${today.slice(5)}`;
  return Number.isNaN(Date.parse(day)) || dayOf(new Date(day)) !== day ? `${year}-02-28` : day;
}

/** The days of birth of a band: `after` excluded (null: no limit), `until` included. */
export function birthsOf(band: string, today: string): { after: string | null; until: string } {
  const { from, to } = bandOf(band);
  return { after: to === null ? null : bornUntil(to + 1, today), until: bornUntil(from, today) };
}

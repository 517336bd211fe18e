/** Ages from dates of birth. Dates are `YYYY-MM-DD` in UTC. A person born on 29 February turns a year older on 1 March in common years. */
import { attributeOptions } from '@contract/kernel/attributes';

/** The UTC date of an instant. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Whole years between a date of birth and `today`. */
export function yearsSince(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

interface Band {
  from: number;
  /** Inclusive; null is open-ended. */
  to: number | null;
}

function bandOf(value: string): Band {
  const [, from, to] = /^(?:over_)?(\d+)(?:_(\d+))?$/.exec(value) ?? [];
  return { from: Number(from), to: to === undefined ? null : Number(to) };
}

/** The age band shown publicly, or null without a date of birth or outside all bands. */
export function ageBand(birth: string | null, today: string): string | null {
  if (birth === null) return null;
  const years = yearsSince(birth, today);
  const band = attributeOptions.age.find(({ value }) => {
    const { from, to } = bandOf(value);
    return years >= from && (to === null || years <= to);
  });
  return band?.value ?? null;
}

/** The latest date of birth of people who are at least `years` old on `today`. */
function latestBirthDate(years: number, today: string): string {
  const year = String(Number(today.slice(0, 4)) - years).padStart(4, '0');
  const day = `${year}-${today.slice(5)}`;
  return Number.isNaN(Date.parse(day)) || dayOf(new Date(day)) !== day ? `${year}-02-28` : day;
}

/** The dates of birth of a band: `after` is exclusive (null: no limit), `until` inclusive. */
export function birthDatesOf(band: string, today: string): { after: string | null; until: string } {
  const { from, to } = bandOf(band);
  return { after: to === null ? null : latestBirthDate(to + 1, today), until: latestBirthDate(from, today) };
}

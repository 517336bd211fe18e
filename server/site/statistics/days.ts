/** The days of the statistics: whole UTC days, as in the ledger. */
import * as limits from '@contract/kernel/limits';
import { day_ms } from '@contract/kernel/units';
import { fail } from '../../kernel/api-error';

const { daysDefault, daysMax } = limits.statistics;

/** Both ends are included. */
export interface Days {
  first: string;
  last: string;
}

const dayOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

const reject = (path: string, message: string): never => fail('invalid_request', { issues: [{ path, message }] });

/**
 * The days of a query; by default the last ones up to today. Rejects with invalid_request if the range ends before it starts, or is
 * too long.
 */
export function daysOf(now: Date, { fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined }): Days {
  const span_ms = (daysDefault - 1) * day_ms;
  const from_ms = fromDate === undefined ? undefined : Date.parse(fromDate);
  const last_ms = toDate === undefined ? now.getTime() : Date.parse(toDate);
  const first_ms = from_ms ?? last_ms - span_ms;
  // Years of more than four digits do not fit the format YYYY-MM-DD.
  if (!(first_ms >= 0 && first_ms <= now.getTime() + daysMax * day_ms)) reject('fromDate', 'Choose a valid date.');
  if (!(last_ms >= 0 && last_ms <= now.getTime() + daysMax * day_ms)) reject('toDate', 'Choose a valid date.');
  const [first, last] = [dayOf(first_ms), dayOf(last_ms)];
  if (last < first) reject('toDate', 'The end date is before the start date.');
  if (startOf(last) - startOf(first) >= daysMax * day_ms) reject('fromDate', `Choose up to ${String(daysMax)} days.`);
  return { first, last };
}

/** Every day of a range, the first one first. */
export function eachDay({ first, last }: Days): string[] {
  const count = (startOf(last) - startOf(first)) / day_ms + 1;
  return Array.from({ length: count }, (_, index) => dayOf(startOf(first) + index * day_ms));
}

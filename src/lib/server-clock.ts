/**
 * The server's time, for countdowns to a time set by the server: a device's clock may be minutes off. It is read from the `Date` header of
 * API responses.
 */
import { second_ms } from '@contract/kernel/units';

/** Smaller differences may come from the network delay and from the header, which has whole seconds only. */
const tolerance_ms = 5 * second_ms;
let offset_ms = 0;

/** Sets the clock from the `Date` header of a response that has just arrived; an invalid date is ignored. */
export function noteServerTime(date: unknown): void {
  const difference_ms = Date.parse(String(date)) - Date.now();
  if (!Number.isNaN(difference_ms)) offset_ms = Math.abs(difference_ms) > tolerance_ms ? difference_ms : 0;
}

/** The current time of the server in milliseconds since 1970; the device's time until a response has arrived. */
export const serverNow = (): number => Date.now() + offset_ms;

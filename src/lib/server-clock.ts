/**
 * The server's time, for what ends or begins at a time that the server gave: the clock of a device may be minutes off. The responses of
 * the API bring it.
 */
import { second_ms } from '@contract/kernel/units';

/** Below this, the difference may come from the response's way here; its time is in whole seconds. */
const tolerance_ms = 5 * second_ms;
let ahead_ms = 0;

/** Takes over the `Date` of a response that has just arrived. */
export function noteServerTime(date: unknown): void {
  const difference_ms = Date.parse(String(date)) - Date.now();
  if (!Number.isNaN(difference_ms)) ahead_ms = Math.abs(difference_ms) > tolerance_ms ? difference_ms : 0;
}

/** The present time by the server's clock in milliseconds since 1970; by that of the device until a response has arrived. */
export const serverNow = (): number => Date.now() + ahead_ms;

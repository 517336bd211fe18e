/** Many at once: a host at its limit sends some away for a moment, and they come again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answered } from '../host/test-host';

const triesMax = 40;
const interval_ms = 100;

/** Asks until the answer is another one than 503. */
export async function insist<T>(ask: () => Promise<Answered<T>>): Promise<Answered<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === triesMax) return answer;
    await pause(interval_ms);
  }
}

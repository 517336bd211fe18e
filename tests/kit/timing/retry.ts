/** For many concurrent requests: an overloaded host rejects some with 503, and clients retry. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse } from '../host/test-host';

const triesMax = 40;
const interval_ms = 100;

/** Repeats the request until the status is not 503. */
export async function retryOn503<T>(ask: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.status !== 503 || tries === triesMax) return answer;
    await pause(interval_ms);
  }
}

/** For many concurrent requests: an overloaded API server rejects some with 503, and clients retry. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiResponse } from '../host/test-host';

const triesMax = 40;
const interval_ms = 100;

/** Repeats the request until its status is not 503, up to a limit; returns the last response. */
export async function retryOn503<T>(send: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T>> {
  for (let tries = 1; ; tries += 1) {
    const response = await send();
    if (response.status !== 503 || tries === triesMax) return response;
    await pause(interval_ms);
  }
}

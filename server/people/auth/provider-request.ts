/** Requests to identity providers, limited in time and response size. An unreachable provider is not treated as a rejection. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';

export const providerTimeout_ms = 5000;
const retryAfter_s = 10;
const responseLengthMax = 200_000;

/** Logs that the provider is unreachable or responded unexpectedly, and fails with service_unavailable. */
export function failUnavailable(ctx: Pick<Context, 'log'>, reason: unknown): never {
  ctx.log.warn({ reason: reason instanceof Error ? reason.message : reason }, 'a sign-in provider is unavailable');
  return fail('service_unavailable', { retryAfter_s });
}

/** The response text, or null if the provider rejected the request. Rejects with service_unavailable if it is unreachable. */
export async function requestProvider(ctx: Pick<Context, 'log'>, url: string, request: RequestInit = {}): Promise<string | null> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(providerTimeout_ms), ...request });
    text = await response.text();
  } catch (error) {
    return failUnavailable(ctx, error);
  }
  if (response.status >= 500 || response.status === 429 || text.length > responseLengthMax)
    return failUnavailable(ctx, `${new URL(url).pathname} responded with ${String(response.status)}`);
  return response.ok ? text : null;
}

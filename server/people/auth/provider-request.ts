/** Calling the sites that tell us who somebody is: bounded in time and size, and away is not the same as refused. */
import type { Context } from '../../platform/context';
import { fail } from '../../kernel/api-error';

export const outside_ms = 5000;
const retryAfter_s = 10;
const answerLengthMax = 200_000;

/** The outside site does not answer, or not as it should; told to the log, and to people as service_unavailable. */
export function unavailable(ctx: Pick<Context, 'log'>, reason: unknown): never {
  ctx.log.warn({ reason: reason instanceof Error ? reason.message : reason }, 'a site that signs people in is away');
  return fail('service_unavailable', { retryAfter_s });
}

/** The text of an answer, or null when the site refused. Refuses with service_unavailable when it is away. */
export async function askOutside(ctx: Pick<Context, 'log'>, url: string, request: RequestInit = {}): Promise<string | null> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(outside_ms), ...request });
    text = await response.text();
  } catch (error) {
    return unavailable(ctx, error);
  }
  if (response.status >= 500 || response.status === 429 || text.length > answerLengthMax)
    return unavailable(ctx, `${new URL(url).pathname} answered ${String(response.status)}`);
  return response.ok ? text : null;
}

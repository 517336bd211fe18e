/** Decoding what callers send: the contract's schemas, and bounds that hold before any schema is asked. */
import type { z } from 'zod';
import * as limits from '@contract/limits';
import { fail } from '../failure';

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}

/** Decodes one part of a request; refuses with invalid_request and where it is wrong. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined;
  if (isTooDeep(value, limits.bodyDepthMax)) fail('invalid_request', { issues: [{ path: part, message: 'Nested too deeply.' }] });
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return fail('invalid_request', {
    issues: parsed.error.issues.slice(0, 20).map((issue) => ({ path: issue.path.map(String).join('.') || part, message: issue.message })),
  });
}

/** Decoding what callers send: the contract's schemas, and bounds that hold before any schema is asked. */
import type { z } from 'zod';
import * as limits from '@contract/kernel/limits';
import { fail } from '../../kernel/api-error';

/** So many faults of a request are named at once. */
const issuesMax = 20;

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
    issues: parsed.error.issues
      .slice(0, issuesMax)
      .map((issue) => ({ path: issue.path.map(String).join('.') || part, message: issue.message })),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where `sent` says something that decoding has left out. */
function unknownIn(sent: unknown, decoded: unknown, path: readonly string[]): string[] {
  if (Array.isArray(sent)) {
    const items: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
    return sent.flatMap((item, index) => unknownIn(item, items[index], [...path, String(index)]));
  }
  if (!isRecord(sent) || !isRecord(decoded)) return [];
  return Object.keys(sent).flatMap((key) =>
    Object.hasOwn(decoded, key) ? unknownIn(sent[key], decoded[key], [...path, key]) : [[...path, key].join('.')],
  );
}

/**
 * Refuses with invalid_request, and names, fields that the endpoint does not know. `known` are those that decoding leaves out and the
 * endpoint takes all the same, such as files.
 */
export function refuseUnknown(sent: unknown, decoded: unknown, known: readonly string[] = []): void {
  const unknown = unknownIn(sent ?? {}, decoded ?? {}, []).filter((path) => !known.includes(path));
  if (unknown.length === 0) return;
  fail('invalid_request', { issues: unknown.slice(0, issuesMax).map((path) => ({ path, message: 'There is no such field.' })) });
}

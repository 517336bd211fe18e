/** Decodes requests with the contract's schemas, after checks that apply before any schema. */
import type { z } from 'zod';
import { issueSentence } from '@contract/kernel/values/issue-sentence';
import * as limits from '@contract/kernel/limits';
import { fail } from '../../kernel/api-error';

/** The maximum number of issues in one error. */
const issuesMax = 20;

function isTooDeep(value: unknown, depthLeft: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depthLeft === 0 || Object.values(value).some((inner) => isTooDeep(inner, depthLeft - 1));
}

/** Decodes one part of a request. Throws invalid_request with the paths of the issues. */
export function parsePart(schema: z.ZodType | undefined, value: unknown, part: 'params' | 'query' | 'body'): unknown {
  if (!schema) return undefined;
  if (isTooDeep(value, limits.bodyDepthMax)) fail('invalid_request', { issues: [{ path: part, message: 'Nested too deeply.' }] });
  const parsed = schema.safeParse(value, { error: issueSentence });
  if (parsed.success) return parsed.data;
  return fail('invalid_request', {
    issues: parsed.error.issues
      .slice(0, issuesMax)
      .map((issue) => ({ path: issue.path.map(String).join('.') || part, message: issue.message })),
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths in `sent` that decoding dropped. */
function unknownPaths(sent: unknown, decoded: unknown, path: readonly string[]): string[] {
  if (Array.isArray(sent)) {
    const items: readonly unknown[] = Array.isArray(decoded) ? decoded : [];
    return sent.flatMap((item, index) => unknownPaths(item, items[index], [...path, String(index)]));
  }
  if (!isRecord(sent) || !isRecord(decoded)) return [];
  return Object.keys(sent).flatMap((key) =>
    Object.hasOwn(decoded, key) ? unknownPaths(sent[key], decoded[key], [...path, key]) : [[...path, key].join('.')],
  );
}

/**
 * Throws invalid_request with the names of unknown fields. `accepted` are fields that decoding drops but the endpoint accepts, e.g.
 * files.
 */
export function rejectUnknownFields(sent: unknown, decoded: unknown, accepted: readonly string[] = []): void {
  const unknown = unknownPaths(sent ?? {}, decoded ?? {}, []).filter((path) => !accepted.includes(path));
  if (unknown.length === 0) return;
  fail('invalid_request', { issues: unknown.slice(0, issuesMax).map((path) => ({ path, message: 'Unknown field.' })) });
}

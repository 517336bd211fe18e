/** A failure as the store keeps it: plain values, with a sentence fit for the screen. */
import { said } from '@web/lib/said';
import { Refused } from '@web/services/api-error';
import type { RefusalCode } from '@web/services/api-error';

export interface Problem {
  /** null: the fault was not an answer of the host. */
  code: RefusalCode | null;
  message: string;
  issues: { path: string; message: string }[];
  retryAfter_s: number | null;
  /** What opens the decision to somebody whose account is suspended. */
  appealToken?: string;
}

/** What is said of a refusal where fields have no places for their own: of the first field, else of the whole. */
export const sentenceOf = ({ issues, message }: Problem): string => issues[0]?.message ?? message;

/** What was thrown, with the host's sentence, or `otherwise` when the host said none. */
export function problemOf(thrown: unknown, otherwise: string): Problem {
  if (!(thrown instanceof Refused)) return { code: null, message: said(otherwise), issues: [], retryAfter_s: null };
  const message = said(thrown.isFromHost ? thrown.message : otherwise);
  return {
    code: thrown.error,
    message: message || said(otherwise),
    issues: thrown.issues.map(({ path, message: words }) => ({ path, message: said(words) })),
    retryAfter_s: thrown.retryAfter_s,
    ...(thrown.appealToken === null ? {} : { appealToken: thrown.appealToken }),
  };
}

/** What features keep in this browser of what one person did, and that goes when she signs out: others may use it after her. */
import { forgetStored } from './storage';

const kinds = ['searched', 'watched'] as const;

/** Where it is kept; guests share one place. */
export const traceKey = (kind: (typeof kinds)[number], accountId: string | null): string => `${kind}:${accountId ?? 'guest'}`;

export function forgetTracesOf(accountId: string): void {
  for (const kind of kinds) forgetStored(traceKey(kind, accountId));
}

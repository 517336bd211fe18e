/** Per-account history in this browser. Deleted at sign-out, since others may use the browser afterwards. */
import { removeStored } from './storage';

const kinds = ['searched', 'watched'] as const;

/** The storage key; all guests share one. */
export const historyKey = (kind: (typeof kinds)[number], accountId: string | null): string => `${kind}:${accountId ?? 'guest'}`;

export function deleteHistoryOf(accountId: string): void {
  for (const kind of kinds) removeStored(historyKey(kind, accountId));
}

/**
 * What waits to be sent, in the browser's storage: each message under a key of its own, so that two tabs never write over each
 * other. Kept among the drafts of its account, it is seen again by that account only, and forgotten when the person signs out.
 */
import { forgetDraft, keyOf, readDraft, saveDraft } from '@web/session/drafts';
import type { Waiting } from '../talk/messages/store/chat';

const prefix = 'message/';
const placeOf = (key: string): string => prefix + key;

/** Whether an entry of the storage, named in an event of it, is such a message of the account. Null: all was cleared. */
export const isOfWaiting = (entry: string | null, accountId: string): boolean =>
  entry === null || entry.startsWith(keyOf(accountId, prefix));

/** What a full or forbidden storage did not take lives as long as the page. */
const unkept = new Set<string>();

const isText = (value: unknown): value is string => typeof value === 'string';

/** Storage is written by people and programs of all kinds: what does not look like a message is none. */
function isWaiting(value: unknown): value is Waiting {
  if (typeof value !== 'object' || value === null) return false;
  const { key, conversationId, text, at, files, state } = value as Record<string, unknown>;
  return [key, conversationId, text, at].every(isText) && Array.isArray(files) && (state === 'waiting' || state === 'failed');
}

function keysOf(accountId: string): string[] {
  try {
    const start = keyOf(accountId, prefix);
    return Object.keys(localStorage)
      .filter((entry) => entry.startsWith(start))
      .map((entry) => entry.slice(start.length));
  } catch {
    return [];
  }
}

export const isStillWaiting = (accountId: string, key: string): boolean =>
  unkept.has(key) || readDraft(accountId, placeOf(key)) !== undefined;

/** All that waits for the account, the oldest first; `shown` says what is under way in this tab, and what only this tab knows. */
export function waitingOf(accountId: string, shown: readonly Waiting[]): Waiting[] {
  const kept = keysOf(accountId)
    .map((key) => readDraft(accountId, placeOf(key)))
    .filter(isWaiting);
  const onlyHere = shown.filter(({ key }) => unkept.has(key));
  const sending = shown.find(({ state }) => state === 'sending');
  return [...kept, ...onlyHere]
    .map((item): Waiting => (item.key === sending?.key ? { ...item, state: 'sending' } : item))
    .sort((a, b) => a.at.localeCompare(b.at));
}

export function keepWaiting(accountId: string, item: Waiting): void {
  const place = placeOf(item.key);
  // A sending that a crash has ended is one that still waits.
  saveDraft(accountId, place, item.state === 'sending' ? { ...item, state: 'waiting' } : item);
  if (readDraft(accountId, place) === undefined) unkept.add(item.key);
}

export function forgetWaiting(accountId: string, key: string): void {
  unkept.delete(key);
  try {
    forgetDraft(accountId, placeOf(key));
  } catch {
    // Forbidden storage holds nothing.
  }
}

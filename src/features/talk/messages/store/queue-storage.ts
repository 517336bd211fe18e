/**
 * The send queue in the browser's storage: each message under its own key, so that two tabs never overwrite each other. It is stored among
 * the drafts of its account, readable only for that account, and removed on sign-out.
 */
import { removeDraft, keyOf, readDraft, saveDraft } from '@web/device/drafts';
import type { QueuedMessage } from './chat';

const prefix = 'message/';
const draftKeyOf = (key: string): string => prefix + key;

/** Whether the key of a storage event belongs to the account's queue. Null means that the whole storage was cleared. */
export const isQueueKey = (entry: string | null, accountId: string): boolean =>
  entry === null || entry.startsWith(keyOf(accountId, prefix));

/** Keys of messages that a full or forbidden storage did not store: they live as long as the page. */
const memoryOnly = new Set<string>();

const isText = (value: unknown): value is string => typeof value === 'string';

/** The storage may be edited by other programs: invalid values are ignored. */
function isQueuedMessage(value: unknown): value is QueuedMessage {
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

export const isStillQueued = (accountId: string, key: string): boolean =>
  memoryOnly.has(key) || readDraft(accountId, draftKeyOf(key)) !== undefined;

/** The account's queue, oldest first; `shown` contributes what is being sent in this tab, and what only this tab holds. */
export function queueOf(accountId: string, shown: readonly QueuedMessage[]): QueuedMessage[] {
  const stored = keysOf(accountId)
    .map((key) => readDraft(accountId, draftKeyOf(key)))
    .filter(isQueuedMessage);
  const onlyHere = shown.filter(({ key }) => memoryOnly.has(key));
  const sending = shown.find(({ state }) => state === 'sending');
  return [...stored, ...onlyHere]
    .map((item): QueuedMessage => (item.key === sending?.key ? { ...item, state: 'sending' } : item))
    .sort((a, b) => a.at.localeCompare(b.at));
}

export function storeQueued(accountId: string, item: QueuedMessage): void {
  const draftKey = draftKeyOf(item.key);
  // A message whose sending was ended by a crash is still waiting.
  saveDraft(accountId, draftKey, item.state === 'sending' ? { ...item, state: 'waiting' } : item);
  if (readDraft(accountId, draftKey) === undefined) memoryOnly.add(item.key);
}

export function removeQueued(accountId: string, key: string): void {
  memoryOnly.delete(key);
  try {
    removeDraft(accountId, draftKeyOf(key));
  } catch {
    // A forbidden storage is empty.
  }
}

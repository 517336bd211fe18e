/**
 * The send queue in the browser's storage: each message under its own key, so that two tabs never overwrite each other. It is stored among
 * the drafts of its account, readable only for that account, and removed on sign-out.
 */
import { removeDraft, draftStorageKey, readDraft, saveDraft } from '@web/device/drafts';
import type { QueuedMessage } from './chat';

const prefix = 'message/';
const draftKeyOf = (key: string): string => prefix + key;

/** Whether the key of a storage event belongs to the account's queue. Null means that the whole storage was cleared. */
export const isQueueKey = (storageKey: string | null, accountId: string): boolean =>
  storageKey === null || storageKey.startsWith(draftStorageKey(accountId, prefix));

/** Keys of messages that a full or forbidden storage did not store: they exist as long as the page. */
const memoryOnlyKeys = new Set<string>();

const isString = (value: unknown): value is string => typeof value === 'string';

/** The storage may be edited by other programs: invalid values are ignored. */
function isQueuedMessage(value: unknown): value is QueuedMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { key, conversationId, text, at, files, state } = value as Record<string, unknown>;
  return [key, conversationId, text, at].every(isString) && Array.isArray(files) && (state === 'waiting' || state === 'failed');
}

function keysOf(accountId: string): string[] {
  try {
    const storagePrefix = draftStorageKey(accountId, prefix);
    return Object.keys(localStorage)
      .filter((storageKey) => storageKey.startsWith(storagePrefix))
      .map((storageKey) => storageKey.slice(storagePrefix.length));
  } catch {
    return [];
  }
}

export const isStillQueued = (accountId: string, key: string): boolean =>
  memoryOnlyKeys.has(key) || readDraft(accountId, draftKeyOf(key)) !== undefined;

/** The account's queue, oldest first; `current` contributes the message being sent in this tab, and those that only this tab holds. */
export function queueOf(accountId: string, current: readonly QueuedMessage[]): QueuedMessage[] {
  const stored = keysOf(accountId)
    .map((key) => readDraft(accountId, draftKeyOf(key)))
    .filter(isQueuedMessage);
  const onlyInThisTab = current.filter(({ key }) => memoryOnlyKeys.has(key));
  const sending = current.find(({ state }) => state === 'sending');
  return [...stored, ...onlyInThisTab]
    .map((item): QueuedMessage => (item.key === sending?.key ? { ...item, state: 'sending' } : item))
    .sort((a, b) => a.at.localeCompare(b.at));
}

export function storeQueued(accountId: string, item: QueuedMessage): void {
  const draftKey = draftKeyOf(item.key);
  // A message whose sending was ended by a crash is still waiting.
  saveDraft(accountId, draftKey, item.state === 'sending' ? { ...item, state: 'waiting' } : item);
  if (readDraft(accountId, draftKey) === undefined) memoryOnlyKeys.add(item.key);
}

export function removeQueued(accountId: string, key: string): void {
  memoryOnlyKeys.delete(key);
  try {
    removeDraft(accountId, draftKeyOf(key));
  } catch {
    // A forbidden storage is empty.
  }
}

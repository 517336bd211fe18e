/**
 * Unsent form input, per account and form, in the browser's storage. Restored for the same account only. Deleted on success and on
 * sign-out.
 */
import { removeStored, writeStored, readStored, storedKeys } from './storage';

const prefix = 'draft';
/** The storage key of a form's draft. With a prefix of draft keys it returns the common prefix of their storage keys. */
export const draftStorageKey = (accountId: string, draftKey: string): string => `${prefix}:${accountId}:${draftKey}`;

/** The account id for drafts of guests, such as registrations. */
export const guestDrafts = 'guest';
/** The draft that holds the email address of a new registration, for the screen that waits for its verification. */
export const pendingEmailDraft = 'verify-email';

/** The stored draft, or undefined. */
export function readDraft(accountId: string, draftKey: string): unknown {
  try {
    return JSON.parse(readStored(draftStorageKey(accountId, draftKey)) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

export const saveDraft = (accountId: string, draftKey: string, draft: unknown): void =>
  writeStored(draftStorageKey(accountId, draftKey), JSON.stringify(draft));

export const removeDraft = (accountId: string, draftKey: string): void => removeStored(draftStorageKey(accountId, draftKey));

export const removeDraftsOf = (accountId: string): void => storedKeys(draftStorageKey(accountId, '')).forEach((key) => removeStored(key));

/**
 * What people have typed and not yet sent, per account and place, in the browser's storage. Seen again by the same account
 * only; forgotten on success and when that person signs out, kept through everything else.
 */
import { forgetStored, keepStored, readStored, storedKeys } from './storage';

const prefix = 'draft';
/** The storage's key for what was typed at a place; places that begin alike have keys that do. */
export const keyOf = (accountId: string, place: string): string => `${prefix}:${accountId}:${place}`;

/** Guests write too, on registration for instance. */
export const guestDrafts = 'guest';
/** The place of the address that a registration has just written to; the screen that waits for the mail reads it. */
export const awaitedAddress = 'verify-email';

export function readDraft(accountId: string, place: string): unknown {
  try {
    return JSON.parse(readStored(keyOf(accountId, place)) ?? '') as unknown;
  } catch {
    return undefined;
  }
}

export const saveDraft = (accountId: string, place: string, draft: unknown): void =>
  keepStored(keyOf(accountId, place), JSON.stringify(draft));

export const forgetDraft = (accountId: string, place: string): void => forgetStored(keyOf(accountId, place));

export const forgetDraftsOf = (accountId: string): void => storedKeys(keyOf(accountId, '')).forEach((key) => forgetStored(key));

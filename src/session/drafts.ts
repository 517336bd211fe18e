/**
 * What people have typed and not yet sent, per account and place, in the browser's storage. Seen again by the same account
 * only; forgotten on success and when that person signs out, kept through everything else.
 */
const prefix = 'draft';
/** The storage's key for what was typed at a place; places that begin alike have keys that do. */
export const keyOf = (accountId: string, place: string): string => `${prefix}:${accountId}:${place}`;

/** Guests write too, on registration for instance. */
export const guestDrafts = 'guest';
/** The place of the address that a registration has just written to; the screen that waits for the mail reads it. */
export const awaitedAddress = 'verify-email';

export function readDraft(accountId: string, place: string): unknown {
  try {
    const text = localStorage.getItem(keyOf(accountId, place));
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

export function saveDraft(accountId: string, place: string, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(accountId, place), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage: the draft lives as long as the page.
  }
}

export function forgetDraft(accountId: string, place: string): void {
  localStorage.removeItem(keyOf(accountId, place));
}

export function forgetDraftsOf(accountId: string): void {
  const own = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(accountId, '')));
  for (const key of own) localStorage.removeItem(key);
}

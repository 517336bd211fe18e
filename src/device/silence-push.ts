/** Ends push at sign-out. A small module, so that devices without push load nothing else. */
import { pushOwner } from './push-owner';

/** Ends push for the current owner, unless that is `exceptAccountId`. `token` is absent when the session has already ended. Never fails. */
export async function endPush({ token, exceptAccountId }: { token?: string; exceptAccountId?: string } = {}): Promise<void> {
  const owner = pushOwner();
  if (owner === null || owner === exceptAccountId) return;
  try {
    const { removePush } = await import('./push');
    await removePush(token);
  } catch {
    // The server removes the subscription when its next push is rejected.
  }
}

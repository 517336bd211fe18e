/** Ends push at sign-out. A small module, so that devices without push load nothing else. */
import { pushOwner } from './push-owner';

/** Ends push for the current owner, unless it is the account `stays`. `token` is absent when the session has already ended. Never fails. */
export async function endPush({ token, stays }: { token?: string; stays?: string } = {}): Promise<void> {
  const owner = pushOwner();
  if (owner === null || owner === stays) return;
  try {
    const { removePush } = await import('./push');
    await removePush(token);
  } catch {
    // The server then removes the subscription when its pushes are rejected.
  }
}

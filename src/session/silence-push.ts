/** Leaving a device that shows pushes. Small, so that those without them load nothing else. */
import { pushOwner } from './push-owner';

/** Ends the pushes of whoever was told here, unless it is `stays`. `token` still speaks for her; a session that is over has none. Never fails. */
export async function silencePush({ token, stays }: { token?: string; stays?: string } = {}): Promise<void> {
  const owner = pushOwner();
  if (owner === null || owner === stays) return;
  try {
    const { forgetPush } = await import('@web/device/push');
    await forgetPush(token);
  } catch {
    // A browser that cannot be asked shows nothing either once its subscription is refused.
  }
}

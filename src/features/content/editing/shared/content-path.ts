/** Where the owner's lists of her content are. Helpers have no page of their own, and find them on one of theirs. */
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/session/intents';
import { workPath } from '@web/session/work-paths';

export function contentPath(user: CurrentUser, kind: 'feeds' | 'videos' | 'galleries' | 'store'): string {
  if (user.helper !== null) return `${workPath}?kind=${kind}`;
  return `${profilePath({ id: user._id, username: user.username })}?tab=content&kind=${kind}`;
}

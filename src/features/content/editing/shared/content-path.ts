/** The path of the owner's content lists. Delegates have no profile page and use `/creator/content` instead. */
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/services/current-user';
import { delegateContentPath } from '@web/session/delegate-paths';

export function contentPath(user: CurrentUser, kind: 'feeds' | 'videos' | 'galleries' | 'store'): string {
  if (user.helper !== null) return `${delegateContentPath}?kind=${kind}`;
  return `${profilePath({ id: user._id, username: user.username })}?tab=content&kind=${kind}`;
}

/** The path of the owner's content lists. Delegates have no page of their own and use the performer's. */
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/services/current-user';
import { workPath } from '@web/session/delegate-paths';

export function contentPath(user: CurrentUser, kind: 'feeds' | 'videos' | 'galleries' | 'store'): string {
  if (user.helper !== null) return `${workPath}?kind=${kind}`;
  return `${profilePath({ id: user._id, username: user.username })}?tab=content&kind=${kind}`;
}

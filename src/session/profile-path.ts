/** The profile path of a performer; null for fans, who have no profile page. */
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/services/current-user';

export const ownPathOf = ({ _id, username, isPerformer }: CurrentUser): string | null =>
  isPerformer ? profilePath({ id: _id, username }) : null;

/** The path of the signed-in account's own profile page. */
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from '@web/services/current-user';

/** Null for fans, who have no profile page. */
export const ownProfilePath = ({ _id, username, isPerformer }: CurrentUser): string | null =>
  isPerformer ? profilePath({ id: _id, username }) : null;

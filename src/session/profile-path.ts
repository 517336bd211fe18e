/** Where somebody's own page is: performers alone have one. */
import { profilePath } from '@web/lib/paths';
import type { CurrentUser } from './intents';

export const ownPathOf = ({ _id, username, isPerformer }: CurrentUser): string | null =>
  isPerformer ? profilePath({ id: _id, username }) : null;

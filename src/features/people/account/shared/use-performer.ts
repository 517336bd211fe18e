/** The signed-in performer, for sections that only performers have. */
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';

export type Performer = Extract<CurrentUser, { isPerformer: true }>;

/** Null for other users. */
export function usePerformer(): Performer | null {
  const user = useCurrentUser();
  return user?.isPerformer ? user : null;
}

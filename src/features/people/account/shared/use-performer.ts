/** The signed-in performer, for the sections that only performers have. */
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';

export type Performer = Extract<CurrentUser, { isPerformer: true }>;

/** Null for everybody else. */
export function usePerformer(): Performer | null {
  const user = useCurrentUser();
  return user?.isPerformer ? user : null;
}

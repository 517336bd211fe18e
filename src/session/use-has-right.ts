/** The current rights of the signed-in operator, so that screens hide actions that the server would reject. */
import type { Right } from '@contract/kernel/rights';
import { useCurrentUser } from './store/hooks';

/** Returns whether the operator has a right. After sign-out the page is about to be replaced, and nothing is hidden. */
export function useHasRight(): (right: Right) => boolean {
  const viewer = useCurrentUser();
  return (right) => viewer === null || viewer.rights.includes(right);
}

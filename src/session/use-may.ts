/** What the signed-in operator may do, as it is now: screens offer nothing that the host would refuse. */
import type { Right } from '@contract/kernel/rights';
import { useCurrentUser } from './store/hooks';

/** Answers whether she holds a right. Where nobody is signed in any more, the page is about to leave and hides nothing. */
export function useMay(): (right: Right) => boolean {
  const viewer = useCurrentUser();
  return (right) => viewer === null || viewer.rights.includes(right);
}

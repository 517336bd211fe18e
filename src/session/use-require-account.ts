/** Guards actions that need an account: guests are redirected to log in, and return afterwards. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import { loginPath } from '@web/lib/paths';
import { useAccountId } from './store/hooks';

/** Returns whether someone is signed in; if not, opens the login, which returns to `next` or the current page. */
export function useRequireAccount(): (next?: string) => boolean {
  const isGuest = useAccountId() === null;
  const router = useRouter();
  return useCallback(
    (next) => {
      if (isGuest) void router.push(loginPath(next ?? router.asPath));
      return !isGuest;
    },
    [isGuest, router],
  );
}

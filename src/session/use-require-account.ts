/** What only people with an account can do: guests are led to log in, and come back to where they were. */
import { useRouter } from 'next/router';
import { useCallback } from 'react';
import { loginPath } from '@web/lib/paths';
import { useAccountId } from './store/hooks';

/** Answers whether somebody is signed in; if not, the login opens, and leads back to `next` or to the page on screen. */
export function useAccountWay(): (next?: string) => boolean {
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

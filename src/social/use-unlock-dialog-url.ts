/**
 * The purchase dialog's state in the URL: `?unlock=1` on the item's page and `?unlock=<id>` in lists. So a link to it works
 * through sign-in, and Back closes the dialog.
 */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { withParameters } from '@web/lib/paths';
import { unlockDialogOpened, unlockDialogClosed } from '@web/session/store/dialogs.slice';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useDialogs, useAppDispatch } from '@web/session/store/hooks';

const key = 'unlock';
const ownPageValue = '1';
const withoutScroll = { shallow: true, scroll: false };

const pathnameOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** Whether `url` is the item's own page, by id or slug. */
function isOwnPage(url: string, { path, id }: UnlockTarget): boolean {
  const pathname = pathnameOf(url);
  return pathname === path || pathname === `${path.slice(0, path.lastIndexOf('/'))}/${id}`;
}

/** Synchronizes the dialog for `target` with the URL. `isForSale`: whether it may open now. Returns the function that opens it. */
export function useUnlockDialogUrl(target: UnlockTarget, isForSale: boolean): () => void {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { unlock } = useDialogs();
  const isOpen = unlock?.id === target.id;
  const value = isOwnPage(router.asPath, target) ? ownPageValue : target.id;
  const isRequested = router.query[key] === value;
  const latest = useRef({ target, isRequested: false, wasOpen: false, wasPushed: false });

  useEffect(() => {
    latest.current.target = target;
  });

  // The dialog closes with its page.
  useEffect(() => {
    const now = latest.current;
    return () => {
      if (now.isRequested) dispatch(unlockDialogClosed());
      now.isRequested = false;
      now.wasOpen = false;
    };
  }, [dispatch]);

  useEffect(() => {
    const now = latest.current;
    if (now.isRequested === isRequested || (isRequested && !isForSale)) return;
    now.isRequested = isRequested;
    if (isRequested) dispatch(unlockDialogOpened(now.target));
    else {
      now.wasPushed = false;
      dispatch(unlockDialogClosed());
    }
  }, [isRequested, isForSale, dispatch]);

  useEffect(() => {
    const now = latest.current;
    const wasClosed = now.wasOpen && !isOpen;
    now.wasOpen = isOpen;
    if (!wasClosed || !now.isRequested) return;
    if (now.wasPushed) router.back();
    else void router.replace(withParameters(router.asPath, { [key]: null }), undefined, withoutScroll);
    now.wasPushed = false;
  }, [isOpen, router]);

  return () => {
    latest.current.wasPushed = true;
    void router.push(withParameters(router.asPath, { [key]: value }), undefined, withoutScroll);
  };
}

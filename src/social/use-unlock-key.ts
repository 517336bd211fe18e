/**
 * The dialog that sells an item, in the address: `?unlock=1` on the item's own page and `?unlock=<id>` in lists, so that a link
 * survives signing in, and Back closes it.
 */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { unlockAsked, unlockClosed } from '@web/session/store/dialogs.slice';
import type { UnlockTarget } from '@web/session/store/dialogs.slice';
import { useDialogs, useIntents } from '@web/session/store/hooks';

const key = 'unlock';
const ownPageValue = '1';
const still = { shallow: true, scroll: false };

function withKey(path: string, value: string | null): string {
  const [before = '', search = ''] = path.split('#', 1)[0]?.split('?') ?? [];
  const query = new URLSearchParams(search);
  if (value === null) query.delete(key);
  else query.set(key, value);
  const text = query.toString();
  return text === '' ? before : `${before}?${text}`;
}

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

/** Whether `address` is the page of the item itself, by its id or its speaking name. */
function isOwnPage(address: string, { path, id }: UnlockTarget): boolean {
  const here = pathOf(address);
  return here === path || here === `${path.slice(0, path.lastIndexOf('/'))}/${id}`;
}

/** Keeps the dialog for `target` and the address in step. `isForSale`: whether it may open now. Answers how a button opens it. */
export function useUnlockKey(target: UnlockTarget, isForSale: boolean): () => void {
  const router = useRouter();
  const tell = useIntents();
  const { unlock } = useDialogs();
  const isOpen = unlock?.id === target.id;
  const value = isOwnPage(router.asPath, target) ? ownPageValue : target.id;
  const isAsked = router.query[key] === value;
  const known = useRef({ target, isAsked: false, wasOpen: false, wasPushed: false });

  useEffect(() => {
    known.current.target = target;
  });

  // A dialog goes with the page that it belongs to.
  useEffect(() => {
    const now = known.current;
    return () => {
      if (now.isAsked) tell(unlockClosed());
      now.isAsked = false;
      now.wasOpen = false;
    };
  }, [tell]);

  useEffect(() => {
    const now = known.current;
    if (now.isAsked === isAsked || (isAsked && !isForSale)) return;
    now.isAsked = isAsked;
    if (isAsked) tell(unlockAsked(now.target));
    else {
      now.wasPushed = false;
      tell(unlockClosed());
    }
  }, [isAsked, isForSale, tell]);

  useEffect(() => {
    const now = known.current;
    const wasClosed = now.wasOpen && !isOpen;
    now.wasOpen = isOpen;
    if (!wasClosed || !now.isAsked) return;
    if (now.wasPushed) router.back();
    else void router.replace(withKey(router.asPath, null), undefined, still);
    now.wasPushed = false;
  }, [isOpen, router]);

  return () => {
    known.current.wasPushed = true;
    void router.push(withKey(router.asPath, value), undefined, still);
  };
}

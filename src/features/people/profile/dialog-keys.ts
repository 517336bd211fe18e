/**
 * Opens the dialogs of a profile from its URL: `?subscribe=monthly`, `?tip=20` and `?private=1`. The link survives signing in, and
 * Back closes the dialog.
 */
import { defaultSubscriptionType } from '@contract/kernel/conventions';
import { subscriptionTypes } from '@contract/kernel/values/subscriptions';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { parseAmount } from '@web/lib/i18n/money';
import { withParameters } from '@web/lib/paths';
import {
  privateShowDialogOpened,
  privateShowDialogClosed,
  subscribeDialogOpened,
  subscribeDialogClosed,
  tipDialogOpened,
  tipDialogClosed,
} from '@web/session/store/dialogs.slice';
import { useDialogs, useAppDispatch } from '@web/session/store/hooks';
import type { Profile } from './profile-screen';

type Key = 'subscribe' | 'tip' | 'private';
type Query = Readonly<Record<string, string | string[] | undefined>>;

const keys: readonly Key[] = ['subscribe', 'tip', 'private'];
const typeOf = (text: string): SubscriptionType => subscriptionTypes.find((type) => type === text) ?? defaultSubscriptionType;

/** The dialog that the URL requests, as `key=value`; null for none. */
function requestedIn(query: Query): string | null {
  const key = keys.find((name) => typeof query[name] === 'string');
  return key === undefined ? null : `${key}=${String(query[key])}`;
}

const noKeys: Readonly<Record<Key, null>> = { subscribe: null, tip: null, private: null };

const shallowOptions = { shallow: true, scroll: false };

/** Syncs dialogs and URL. Returns a function that opens a dialog through the URL. */
export function useDialogKeys(profile: Profile): (key: Key, value?: string) => void {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { subscription, tip, privateShow } = useDialogs();
  const isOpen = subscription.showModal || tip.performer !== null || privateShow !== null;
  const requested = requestedIn(router.query);
  const state = useRef({ requested: null as string | null, wasOpen: false, wasPushed: false });

  // Close the dialog when the page unmounts.
  useEffect(() => {
    const current = state.current;
    return () => {
      current.requested = null;
      current.wasOpen = false;
      dispatch(subscribeDialogClosed());
      dispatch(tipDialogClosed());
      dispatch(privateShowDialogClosed());
    };
  }, [dispatch, profile._id]);

  useEffect(() => {
    if (state.current.requested === requested) return;
    state.current.requested = requested;
    const [key, value = ''] = requested?.split('=') ?? [];
    if (key === 'subscribe') dispatch(subscribeDialogOpened({ performer: profile, subscriptionType: typeOf(value) }));
    else if (key === 'tip') dispatch(tipDialogOpened({ performer: profile, price: parseAmount(value) }));
    else if (key === 'private') {
      if (profile.privateEnabled) dispatch(privateShowDialogOpened(profile));
    } else {
      state.current.wasPushed = false;
      dispatch(subscribeDialogClosed());
      dispatch(tipDialogClosed());
      dispatch(privateShowDialogClosed());
    }
  }, [requested, profile, dispatch]);

  useEffect(() => {
    const current = state.current;
    const wasClosed = current.wasOpen && !isOpen;
    current.wasOpen = isOpen;
    if (!wasClosed || current.requested === null) return;
    if (current.wasPushed) router.back();
    else void router.replace(withParameters(router.asPath, noKeys), undefined, shallowOptions);
    current.wasPushed = false;
  }, [isOpen, router]);

  return (key, value = '') => {
    state.current.wasPushed = true;
    void router.push(withParameters(router.asPath, { ...noKeys, [key]: value }), undefined, shallowOptions);
  };
}

/**
 * The dialogs of a profile in its address: `?subscribe=monthly`, `?tip=20` and `?private=1` open them, so that a link survives signing in,
 * and Back closes them.
 */
import { defaultSubscriptionType } from '@contract/kernel/conventions';
import { subscriptionTypes } from '@contract/values';
import type { SubscriptionType } from '@contract/values';
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { amountFrom } from '@web/lib/i18n/money';
import {
  privateShowAsked,
  privateShowClosed,
  subscribeAsked,
  subscribeClosed,
  tipAsked,
  tipClosed,
} from '@web/session/store/dialogs.slice';
import { useDialogs, useIntents } from '@web/session/store/hooks';
import type { Profile } from '../people/profile/profile-screen';

type Key = 'subscribe' | 'tip' | 'private';
type Query = Readonly<Record<string, string | string[] | undefined>>;

const keys: readonly Key[] = ['subscribe', 'tip', 'private'];
const typeOf = (text: string): SubscriptionType => subscriptionTypes.find((type) => type === text) ?? defaultSubscriptionType;

/** What the address asks for, as `key=value`; null when it asks for nothing. */
function askedIn(query: Query): string | null {
  const key = keys.find((name) => typeof query[name] === 'string');
  return key === undefined ? null : `${key}=${String(query[key])}`;
}

function without(path: string): string {
  const [before = '', search = ''] = path.split('#', 1)[0]?.split('?') ?? [];
  const left = new URLSearchParams(search);
  for (const key of keys) left.delete(key);
  const text = left.toString();
  return text === '' ? before : `${before}?${text}`;
}

function withKey(path: string, key: Key, value: string): string {
  const rest = without(path);
  return `${rest}${rest.includes('?') ? '&' : '?'}${key}=${encodeURIComponent(value)}`;
}

const still = { shallow: true, scroll: false };

/** Keeps dialogs and address in step. Answers how a button opens one. */
export function useDialogKeys(profile: Profile): (key: Key, value?: string) => void {
  const router = useRouter();
  const tell = useIntents();
  const { subscription, tip, privateShow } = useDialogs();
  const isOpen = subscription.showModal || tip.performer !== null || privateShow !== null;
  const asked = askedIn(router.query);
  const known = useRef({ asked: null as string | null, wasOpen: false, wasPushed: false });

  // A dialog goes with the page that it belongs to.
  useEffect(() => {
    const now = known.current;
    return () => {
      now.asked = null;
      now.wasOpen = false;
      tell(subscribeClosed());
      tell(tipClosed());
      tell(privateShowClosed());
    };
  }, [tell, profile._id]);

  useEffect(() => {
    if (known.current.asked === asked) return;
    known.current.asked = asked;
    const [key, value = ''] = asked?.split('=') ?? [];
    if (key === 'subscribe') tell(subscribeAsked({ performer: profile, subscriptionType: typeOf(value) }));
    else if (key === 'tip') tell(tipAsked({ performer: profile, price: amountFrom(value) }));
    else if (key === 'private') {
      if (profile.privateEnabled) tell(privateShowAsked(profile));
    } else {
      known.current.wasPushed = false;
      tell(subscribeClosed());
      tell(tipClosed());
      tell(privateShowClosed());
    }
  }, [asked, profile, tell]);

  useEffect(() => {
    const now = known.current;
    const wasClosed = now.wasOpen && !isOpen;
    now.wasOpen = isOpen;
    if (!wasClosed || now.asked === null) return;
    if (now.wasPushed) router.back();
    else void router.replace(without(router.asPath), undefined, still);
    now.wasPushed = false;
  }, [isOpen, router]);

  return (key, value = '') => {
    known.current.wasPushed = true;
    void router.push(withKey(router.asPath, key, value), undefined, still);
  };
}

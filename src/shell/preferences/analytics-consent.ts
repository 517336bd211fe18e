/** The visitor's consent to analytics, stored in a cookie. */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { useSyncExternalStore } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { preferenceCookieOptions } from './cookies';

export type Consent = 'yes' | 'no';

export interface AnalyticsConsent {
  /** The site uses analytics and requires consent. */
  requiresConsent: boolean;
  /** Null before a choice; undefined on the server, which does not read the cookie. */
  choice: Consent | null | undefined;
  /** Stores the choice; null asks again. */
  choose: (choice: Consent | null) => void;
  /** Whether page views may be sent. */
  mayTrack: boolean;
}

const listeners = new Set<() => void>();

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function read(): Consent | null {
  const stored = Cookies.get(cookies.analytics);
  return stored === 'yes' || stored === 'no' ? stored : null;
}

function choose(choice: Consent | null): void {
  if (choice === null) Cookies.remove(cookies.analytics, { path: preferenceCookieOptions().path });
  else Cookies.set(cookies.analytics, choice, preferenceCookieOptions());
  listeners.forEach((listener) => {
    listener();
  });
}

const serverSnapshot = (): undefined => undefined;

export function useAnalyticsConsent(): AnalyticsConsent {
  const { analyticsMeasurementId, analyticsConsent } = useSettings();
  const choice = useSyncExternalStore<Consent | null | undefined>(watch, read, serverSnapshot);
  const hasAnalytics = analyticsMeasurementId !== '';
  return {
    requiresConsent: hasAnalytics && analyticsConsent,
    choice,
    choose,
    mayTrack: hasAnalytics && (!analyticsConsent || choice === 'yes'),
  };
}

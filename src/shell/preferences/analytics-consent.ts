/** Whether a visitor lets the site count the pages that she opens: kept in a cookie of her browser, and hers to change. */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { useSyncExternalStore } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { keptChoice } from '../chosen';

export type Consent = 'yes' | 'no';

export interface AnalyticsConsent {
  /** The site counts page views, and asks before it does. */
  isAsked: boolean;
  /** Null while she has not chosen; undefined on the server, which does not look. */
  choice: Consent | null | undefined;
  /** Keeps the choice; null asks anew. */
  choose: (choice: Consent | null) => void;
  /** Page views may be counted now. */
  mayCount: boolean;
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
  if (choice === null) Cookies.remove(cookies.analytics, { path: keptChoice().path });
  else Cookies.set(cookies.analytics, choice, keptChoice());
  listeners.forEach((listener) => {
    listener();
  });
}

const unknown = (): undefined => undefined;

export function useAnalyticsConsent(): AnalyticsConsent {
  const { analyticsMeasurementId, analyticsConsent } = useSettings();
  const choice = useSyncExternalStore<Consent | null | undefined>(watch, read, unknown);
  const isCounted = analyticsMeasurementId !== '';
  return { isAsked: isCounted && analyticsConsent, choice, choose, mayCount: isCounted && (!analyticsConsent || choice === 'yes') };
}

/** Notification preferences with optimistic updates: changes are sent in order, and reverted when the API rejects them. */
import * as messages from '@contract/kernel/messages';
import type { NotificationType } from '@contract/kernel/values/notifications';
import { useState } from 'react';
import type { ResponseOf, BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { runInOrder } from '@web/lib/in-order';
import { showFailure } from '@web/forms/show-failure';

export type Preferences = ResponseOf<'GET /notifications/preferences'>;
export type PreferenceChange = BodyOf<'PUT /notifications/preferences'>;

const typesOf = (change: PreferenceChange) =>
  Object.entries(change.types ?? {}) as [NotificationType, Partial<Preferences['types'][NotificationType]>][];

function withChange(preferences: Preferences, change: PreferenceChange): Preferences {
  const types = { ...preferences.types };
  for (const [type, channels] of typesOf(change)) types[type] = { ...types[type], ...channels };
  return { ...preferences, ...change, types };
}

export function usePreferences() {
  const { data, error, mutate } = useEndpoint('GET /notifications/preferences', {});
  /** Changes in flight, oldest first. */
  const [pending, setPending] = useState<readonly PreferenceChange[]>([]);

  const send = async (change: PreferenceChange) => {
    setPending((others) => [...others, change]);
    try {
      await mutate(await runInOrder('preferences', () => services.notifications['PUT /notifications/preferences']({ body: change })), {
        revalidate: false,
      });
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    }
    setPending((others) => others.filter((other) => other !== change));
  };
  return {
    /** The preferences with all pending changes applied; undefined until loaded. */
    preferences: data && pending.reduce(withChange, data),
    error,
    retry: () => void mutate(),
    change: (change: PreferenceChange) => void send(change),
  };
}

/** Of what somebody wishes to be told: changes are seen at once, sent in their order, and taken back when the host refuses them. */
import { messages } from '@contract/kernel/errors';
import type { NotificationType } from '@contract/values';
import { useState } from 'react';
import type { AnswerOf, BodyOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { inOrder } from '@web/session/in-order';
import { showFailure } from '@web/session/show-failure';

export type Preferences = AnswerOf<'GET /notifications/preferences'>;
export type PreferenceChange = BodyOf<'PUT /notifications/preferences'>;

const typesOf = (change: PreferenceChange) =>
  Object.entries(change.types ?? {}) as [NotificationType, Partial<Preferences['types'][NotificationType]>][];

function withChange(before: Preferences, change: PreferenceChange): Preferences {
  const types = { ...before.types };
  for (const [type, channels] of typesOf(change)) types[type] = { ...types[type], ...channels };
  return { ...before, ...change, types };
}

export function usePreferences() {
  const { data, error, mutate } = useEndpoint('GET /notifications/preferences', {});
  /** On their way to the host, the oldest first. */
  const [sent, setSent] = useState<readonly PreferenceChange[]>([]);

  const send = async (change: PreferenceChange) => {
    setSent((others) => [...others, change]);
    try {
      await mutate(await inOrder('preferences', () => services.notifications['PUT /notifications/preferences']({ body: change })), {
        revalidate: false,
      });
    } catch (thrown) {
      showFailure(thrown, messages.saveFailed);
    }
    setSent((others) => others.filter((other) => other !== change));
  };
  return {
    /** As they will be once all changes are saved; undefined until they were read. */
    preferences: data && sent.reduce(withChange, data),
    error,
    retry: () => void mutate(),
    change: (change: PreferenceChange) => void send(change),
  };
}

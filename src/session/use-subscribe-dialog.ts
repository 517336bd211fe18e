/** A way into the subscription's dialog for those who know no more of a performer than her id. */
import { messages } from '@contract/errors';
import { useEffect, useRef } from 'react';
import { subscribeAsked, subscribeClosed } from './dialogs.slice';
import { useIntents } from './hooks';
import { problemOf } from './problem';
import { showToast } from './toasts';

/** Opens the subscription's dialog with the prices of now; it goes with the part of the page that asked for it. */
export function useSubscribeDialog(performerId: string): () => Promise<void> {
  const tell = useIntents();
  const hasAsked = useRef(false);
  useEffect(
    () => () => {
      if (hasAsked.current) tell(subscribeClosed());
    },
    [tell],
  );
  return async () => {
    try {
      const { performerService } = await import('@web/services/performer.service');
      const profile = await performerService.view(performerId);
      hasAsked.current = true;
      tell(subscribeAsked({ performer: profile }));
    } catch (thrown) {
      showToast({ text: problemOf(thrown, messages.anyFailure).message, tone: 'danger' });
    }
  };
}

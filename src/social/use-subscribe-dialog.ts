/** A way into the subscription's dialog for those who know no more of a performer than her id. */
import { useEffect, useRef } from 'react';
import { services } from '@web/services/services';
import { subscribeAsked, subscribeClosed } from '@web/session/store/dialogs.slice';
import { useIntents } from '@web/session/store/hooks';
import { showFailure } from '@web/session/show-failure';

/** Opens the subscription's dialog with the prices of now; it goes with the part of the page that asked for it. */
export function useSubscribeDialog(performerId: string): () => Promise<void> {
  const tell = useIntents();
  const isShown = useRef(false);
  const hasAsked = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      if (hasAsked.current) tell(subscribeClosed());
    };
  }, [tell]);
  return async () => {
    try {
      const profile = await services.performers['GET /performers/:id']({ params: { id: performerId } });
      if (!isShown.current) return;
      hasAsked.current = true;
      tell(subscribeAsked({ performer: profile }));
    } catch (thrown) {
      showFailure(thrown);
    }
  };
}

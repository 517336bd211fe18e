/** What a fan pays for in a thread: the dialogs need the performer as she is now, with the site's share of what she sells. */
import { useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import { subscribeAsked, subscribeClosed, tipAsked, tipClosed, unlockAsked, unlockClosed } from '@web/session/store/dialogs.slice';
import type { Performer } from '@web/session/store/dialogs.slice';
import { useIntents } from '@web/session/store/hooks';
import { showFailure } from '@web/session/show-failure';
import type { Message } from './store/chat';
import { filesWords } from './texts';

interface PayingWays {
  /** What the dialogs need is on its way. */
  busy: boolean;
  unlock: (message: Message) => Promise<void>;
  tip: (conversationId: string) => Promise<void>;
  subscribe: () => Promise<void>;
}

/** Opens the dialogs of the performer `performerId`. They go with the part of the page that asked for them. */
export function usePayingWays(performerId: string): PayingWays {
  const tell = useIntents();
  const [busy, setBusy] = useState(false);
  const opened = useRef<(() => void) | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      opened.current?.();
    };
  }, []);

  const withPerformer = async (open: (performer: Performer) => void, close: () => void) => {
    setBusy(true);
    try {
      const performer = await services.performers['GET /performers/:id']({ params: { id: performerId } });
      if (isGone.current) return;
      opened.current = close;
      open(performer);
    } catch (thrown) {
      if (isGone.current) return;
      showFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    unlock: ({ _id: id, price, files, conversationId }) =>
      withPerformer(
        (performer) =>
          tell(
            unlockAsked({
              ...{ type: 'message', id, title: 'this message', price: price ?? 0, performer },
              ...{ inside: filesWords(files), path: `/messages/${conversationId}`, isInSubscription: false },
            }),
          ),
        () => tell(unlockClosed()),
      ),
    tip: (conversationId) =>
      withPerformer(
        (performer) => tell(tipAsked({ performer, conversationId })),
        () => tell(tipClosed()),
      ),
    subscribe: () =>
      withPerformer(
        (performer) => tell(subscribeAsked({ performer })),
        () => tell(subscribeClosed()),
      ),
  };
}

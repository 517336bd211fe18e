/** The payment dialogs of a thread for a fan. They need the current performer, with the commission rates. */
import { useEffect, useRef, useState } from 'react';
import { services } from '@web/services/services';
import {
  subscribeDialogOpened,
  subscribeDialogClosed,
  tipDialogOpened,
  tipDialogClosed,
  unlockDialogOpened,
  unlockDialogClosed,
} from '@web/session/store/dialogs.slice';
import type { Performer } from '@web/session/store/dialogs.slice';
import { useAppDispatch } from '@web/session/store/hooks';
import { showFailure } from '@web/forms/show-failure';
import type { Message } from './store/chat';
import { filesText } from './texts';

interface PaymentDialogs {
  /** The performer is loading. */
  busy: boolean;
  unlock: (message: Message) => Promise<void>;
  tip: (conversationId: string) => Promise<void>;
  subscribe: () => Promise<void>;
}

/** Opens the payment dialogs of the performer `performerId`. They close when the component unmounts. */
export function usePaymentDialogs(performerId: string): PaymentDialogs {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const closeRef = useRef<(() => void) | null>(null);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      closeRef.current?.();
    };
  }, []);

  const withPerformer = async (open: (performer: Performer) => void, close: () => void) => {
    setBusy(true);
    try {
      const performer = await services.performers['GET /performers/:id']({ params: { id: performerId } });
      if (isUnmounted.current) return;
      closeRef.current = close;
      open(performer);
    } catch (thrown) {
      if (isUnmounted.current) return;
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
          dispatch(
            unlockDialogOpened({
              type: 'message',
              id,
              title: 'this message',
              price: price ?? 0,
              performer,
              contents: filesText(files),
              path: `/messages/${conversationId}`,
              isInSubscription: false,
            }),
          ),
        () => dispatch(unlockDialogClosed()),
      ),
    tip: (conversationId) =>
      withPerformer(
        (performer) => dispatch(tipDialogOpened({ performer, conversationId })),
        () => dispatch(tipDialogClosed()),
      ),
    subscribe: () =>
      withPerformer(
        (performer) => dispatch(subscribeDialogOpened({ performer })),
        () => dispatch(subscribeDialogClosed()),
      ),
  };
}

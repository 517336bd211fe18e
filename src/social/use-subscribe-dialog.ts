/** Opens the subscription dialog for a performer id. */
import { useEffect, useRef } from 'react';
import { services } from '@web/services/services';
import { subscribeDialogOpened, subscribeDialogClosed } from '@web/session/store/dialogs.slice';
import { useAppDispatch } from '@web/session/store/hooks';
import { showFailure } from '@web/forms/show-failure';

/** Opens the subscription dialog with current prices. It closes when the calling component unmounts. */
export function useSubscribeDialog(performerId: string): () => Promise<void> {
  const dispatch = useAppDispatch();
  const isMounted = useRef(false);
  const hasOpened = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      if (hasOpened.current) dispatch(subscribeDialogClosed());
    };
  }, [dispatch]);
  return async () => {
    try {
      const profile = await services.performers['GET /performers/:id']({ params: { id: performerId } });
      if (!isMounted.current) return;
      hasOpened.current = true;
      dispatch(subscribeDialogOpened({ performer: profile }));
    } catch (thrown) {
      showFailure(thrown);
    }
  };
}

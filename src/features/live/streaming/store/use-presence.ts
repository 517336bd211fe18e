/** Presence at a show, reported by its stage. */
import { useEffect } from 'react';
import { useAppDispatch } from '@web/session/store/hooks';
import { showEntered, showLeft } from './intents';

/** While the caller is mounted, the user is at the show of this stream, as a viewer or as its performer; at none while it is null. */
export function useShowPresence(streamId: string | null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (streamId === null) return;
    dispatch(showEntered(streamId));
    return () => void dispatch(showLeft(streamId));
  }, [dispatch, streamId]);
}

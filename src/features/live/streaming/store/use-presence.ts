/** Presence at a show, reported while its video is on screen. */
import { useEffect } from 'react';
import { useAppDispatch } from '@web/session/store/hooks';
import { showEntered, showLeft } from './intents';

/** Reports the user, a viewer or the performer, as present at the show of this stream while the caller is mounted; not while it is null. */
export function useShowPresence(streamId: string | null): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (streamId === null) return;
    dispatch(showEntered(streamId));
    return () => void dispatch(showLeft(streamId));
  }, [dispatch, streamId]);
}

/** Reloads a conversation after a change of what the user may do in it. */
import { useCallback } from 'react';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { conversationReceived } from '../store/conversations.slice';

/** On failure the loaded version stays: socket events report changes, too. */
export function useReloadConversation(id: string): () => Promise<void> {
  const dispatch = useAppDispatch();
  return useCallback(async () => {
    const fresh = await services.conversations['GET /conversations/:id']({ params: { id } }).catch(() => null);
    if (fresh !== null) dispatch(conversationReceived(fresh));
  }, [id, dispatch]);
}

/** Asking for a conversation anew, after something here has changed what may be done in it. */
import { useCallback } from 'react';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { conversationHeard } from '../talk/messages/store/conversations.slice';

/** What is known stays when it fails: the host tells of changes, too. */
export function useReread(id: string): () => Promise<void> {
  const tell = useIntents();
  return useCallback(async () => {
    const fresh = await services.conversations['GET /conversations/:id']({ params: { id } }).catch(() => null);
    if (fresh !== null) tell(conversationHeard(fresh));
  }, [id, tell]);
}

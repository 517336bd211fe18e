/** Follows a performer: optimistic everywhere, sent in the order of taps, reverted with a message on error. */
import { services } from '@web/services/services';
import { isResponseOf } from '@web/services/use-endpoint';
import { useSWRConfig } from 'swr';
import { followed, unfollowed } from '@web/session/store/follow.slice';
import { useAppDispatch, useIsFollowed } from '@web/session/store/hooks';
import { runInOrder, isPending } from '@web/lib/in-order';
import { showFailure } from '@web/forms/show-failure';
import { useRequireAccount } from '@web/session/use-require-account';

export interface Follow {
  isFollowed: boolean;
  /** Resolves to whether it succeeded; false for guests, who are redirected to log in. */
  follow: () => Promise<boolean>;
  /** As `follow`. */
  unfollow: () => Promise<boolean>;
}

/** Whether the viewer follows the performer, and the actions to change it. `initial`: from the response. */
export function useFollow(performerId: string, initial: boolean): Follow {
  const isFollowed = useIsFollowed(performerId, initial);
  const dispatch = useAppDispatch();
  const { mutate } = useSWRConfig();
  const requireAccount = useRequireAccount();

  const update = (isWanted: boolean) => dispatch(isWanted ? followed(performerId) : unfollowed(performerId));
  const send = async (isWanted: boolean): Promise<boolean> => {
    if (!requireAccount()) return false;
    update(isWanted);
    const key = `follow ${performerId}`;
    try {
      await runInOrder(key, () =>
        services.responses[isWanted ? 'POST /follows/:id' : 'DELETE /follows/:id']({ params: { id: performerId } }),
      );
      void mutate(isResponseOf('GET /performers/:id'));
      // A show or its chat may be for followers only.
      void mutate(isResponseOf('GET /streaming/join/:id'));
      return true;
    } catch (thrown) {
      if (!isPending(key)) update(!isWanted);
      showFailure(thrown);
      return false;
    }
  };
  return { isFollowed, follow: () => send(true), unfollow: () => send(false) };
}

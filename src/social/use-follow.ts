/** Following a performer: shown at once everywhere, sent in the order of the taps, taken back with one sentence when refused. */
import { services } from '@web/services/services';
import { isAnswerOf } from '@web/services/use-endpoint';
import { useSWRConfig } from 'swr';
import { followed, unfollowed } from '@web/session/store/follow.slice';
import { useIntents, useIsFollowed } from '@web/session/store/hooks';
import { inOrder, isUnderWay } from '@web/session/in-order';
import { showFailure } from '@web/session/show-failure';
import { useAccountWay } from '@web/session/use-require-account';

export interface Follow {
  isFollowed: boolean;
  /** Resolves to whether the host agreed; false for guests, who are led to log in. */
  follow: () => Promise<boolean>;
  /** As `follow`. */
  unfollow: () => Promise<boolean>;
}

/** Whether somebody follows the performer, beginning with what was read of her. */
export function useFollow(performerId: string, asRead: boolean): Follow {
  const isFollowed = useIsFollowed(performerId, asRead);
  const tell = useIntents();
  const { mutate } = useSWRConfig();
  const mayAct = useAccountWay();

  const say = (isWanted: boolean) => tell(isWanted ? followed(performerId) : unfollowed(performerId));
  const send = async (isWanted: boolean): Promise<boolean> => {
    if (!mayAct()) return false;
    say(isWanted);
    const key = `follow ${performerId}`;
    try {
      await inOrder(key, () => services.responses[isWanted ? 'POST /follows/:id' : 'DELETE /follows/:id']({ params: { id: performerId } }));
      void mutate(isAnswerOf('GET /performers/:id'));
      return true;
    } catch (thrown) {
      if (!isUnderWay(key)) say(!isWanted);
      showFailure(thrown);
      return false;
    }
  };
  return { isFollowed, follow: () => send(true), unfollow: () => send(false) };
}

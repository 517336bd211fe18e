/** Whom somebody follows. */
import { FollowingScreen } from '@web/features/content/saved/following-screen';
import { followingRead } from '@web/features/content/saved/requests';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /follows/following', followingRead(query));
    return undefined;
  },
  screen: FollowingScreen,
});

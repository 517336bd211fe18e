/** Whom somebody follows. */
import { FollowingScreen } from '@web/features/saved/following-screen';
import { followingRead } from '@web/features/saved/reads';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /follows/following', followingRead(query));
    return undefined;
  },
  screen: FollowingScreen,
});

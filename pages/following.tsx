/** The performers that the viewer follows. */
import { FollowingScreen } from '@web/features/content/saved/following-screen';
import { followingRequest } from '@web/features/content/saved/requests';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'login',
  load: async ({ read, query }) => {
    await read('GET /follows/following', followingRequest(query));
    return undefined;
  },
  screen: FollowingScreen,
});

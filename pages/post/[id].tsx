/** A post with its comments, by slug or id. */
import { readComments } from '@web/features/content/comments/requests';
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { PostScreen } from '@web/features/content/feed/post-screen';
import { morePostsRequest, postRequest } from '@web/features/content/feed/post-requests';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';

function Screen() {
  const { siteUrl } = useSiteInfo();
  return (
    <PostScreen
      siteUrl={siteUrl}
      comments={(post) => (
        <LazyComments
          objectType="feed"
          objectId={post._id}
          total={post.totalComment}
          access={{ isLocked: post.isLocked, isPublished: post.state === 'published' }}
        />
      )}
    />
  );
}

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    const post = await read('GET /user/feeds/:id', postRequest(query['id'] ?? ''));
    await Promise.all([read('GET /user/feeds', morePostsRequest(post.performer._id)), readComments({ read }, 'feed', post)]);
    return undefined;
  },
  screen: Screen,
});

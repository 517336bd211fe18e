/** A post, by its speaking name or its id, with what people say about it. */
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { PostScreen } from '@web/features/content/feed/post-screen';
import { othersRead, postRead } from '@web/features/content/feed/requests';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Screen() {
  const { siteUrl } = useSiteFacts();
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
    const post = await read('GET /user/feeds/:id', postRead(query['id'] ?? ''));
    await read('GET /user/feeds', othersRead(post.performer._id));
    return undefined;
  },
  screen: Screen,
});

/** A video, by slug or id. */
import { relatedRequest, videoRequest } from '@web/features/content/videos/requests';
import { VideoScreen } from '@web/features/content/videos/video-screen';
import { readComments } from '@web/features/content/comments/requests';
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';

function Screen() {
  const { siteUrl } = useSiteInfo();
  return (
    <VideoScreen
      siteUrl={siteUrl}
      comments={(video) => (
        <LazyComments
          objectType="video"
          objectId={video._id}
          total={video.stats.comments}
          access={{ isLocked: video.isLocked, isPublished: video.state === 'published' }}
        />
      )}
    />
  );
}

export default definePage({
  access: 'open',
  forbidsRedirect: true,
  load: async ({ read, query }) => {
    const video = await read('GET /performer-assets/videos/:id', videoRequest(query['id'] ?? ''));
    await Promise.all([
      read('GET /performer-assets/videos/search', relatedRequest(video.performer._id, video._id)),
      readComments({ read }, 'video', video),
    ]);
    return undefined;
  },
  screen: Screen,
});

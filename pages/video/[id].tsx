/** A video, by its speaking name or its id. */
import { relatedRead, videoRead } from '@web/features/videos/reads';
import { VideoScreen } from '@web/features/content/videos/video-screen';
import { LazyComments } from '@web/features/content/comments/lazy-comments';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Screen() {
  const { siteUrl } = useSiteFacts();
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
    const video = await read('GET /performer-assets/videos/:id', videoRead(query['id'] ?? ''));
    await read('GET /performer-assets/videos/search', relatedRead(video.performer._id, video._id));
    return undefined;
  },
  screen: Screen,
});

/** The numbers of a creator's posts, photos, videos and likes as texts. */
import { countWords } from '../i18n/counts';

interface ProfileStats {
  totalFeeds: number;
  totalPhotos: number;
  totalVideos: number;
  likes: number;
}

/** "4 posts", "9 photos", …; zeros are left out. */
export function profileCounts({ totalFeeds, totalPhotos, totalVideos, likes }: ProfileStats): string[] {
  return [
    totalFeeds && countWords(totalFeeds, 'post'),
    totalPhotos && countWords(totalPhotos, 'photo'),
    totalVideos && countWords(totalVideos, 'video'),
    likes && countWords(likes, 'like'),
  ].filter((count) => typeof count === 'string');
}

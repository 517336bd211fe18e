/** Fixtures of a performer's own content, as the API returns it to the performer. */
import type { ResponseOf } from '@web/services/call';

type Post = ResponseOf<'GET /performer/feeds/:id'>;
type Gallery = ResponseOf<'GET /performer/performer-assets/galleries/:id/view'>;
type Video = ResponseOf<'GET /performer/performer-assets/videos/:id/view'>;
type Photo = ResponseOf<'POST /performer/performer-assets/photos/upload'>;

const item = {
  audience: 'subscribers',
  isSale: false,
  price: null,
  isLocked: false,
  unlock: [],
  isLiked: false,
  isBookmarked: false,
  isBought: false,
  isSubscribed: false,
  isFollowed: false,
  status: 'active',
  state: 'published',
  tags: [],
  scheduledAt: null,
  expiresAt: null,
  publishedAt: '2026-01-01T00:00:00.000Z',
  performer: {} as Post['performer'],
  totalSold: 0,
  participants: [],
  people: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} satisfies Partial<Post>;

const stats = { likes: 0, bookmarks: 0, comments: 0, views: 0 };

export const ownPost = (changes: Partial<Post> = {}): Post => ({
  ...item,
  _id: '0198c0de-0000-7000-8000-0000000000b1',
  kind: 'feed',
  slug: 'a-post',
  type: 'text',
  title: '',
  text: 'A post',
  isCut: false,
  files: [],
  thumbnail: null,
  teaser: null,
  poll: null,
  isPinned: false,
  streamScheduledAt: null,
  tickets: null,
  totalLike: 0,
  totalComment: 0,
  views: 0,
  ...changes,
});

export const ownVideo = (changes: Partial<Video> = {}): Video => ({
  ...item,
  _id: '0198c0de-0000-7000-8000-0000000000c1',
  kind: 'video',
  slug: 'a-video',
  title: 'A video',
  description: '',
  isCut: false,
  video: null,
  teaser: null,
  thumbnail: null,
  stats,
  ...changes,
});

export const ownGallery = (changes: Partial<Gallery> = {}): Gallery => ({
  ...item,
  _id: '0198c0de-0000-7000-8000-0000000000d1',
  kind: 'gallery',
  slug: 'a-gallery',
  title: 'A gallery',
  description: '',
  isCut: false,
  coverPhoto: null,
  totalPhotos: 0,
  stats,
  ...changes,
});

export const ownPhoto = (photo: Photo['photo'], changes: Partial<Photo> = {}): Photo => ({
  ...item,
  _id: '0198c0de-0000-7000-8000-0000000000e1',
  kind: 'photo',
  galleryId: null,
  performerId: '0198c0de-0000-7000-8000-000000000003',
  title: '',
  description: '',
  isGalleryCover: false,
  ordering: 0,
  photo,
  ...changes,
});

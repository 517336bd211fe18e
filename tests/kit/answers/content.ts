/** Fixtures of content, polls and comments as the API returns them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from './accounts';
import { performerCardOf } from './cards';
import { storedFile } from './files';
import { tip } from './payments';

type Post = ResponseOf<'GET /user/feeds/:id'>;
type Video = ResponseOf<'GET /performer-assets/videos/:id'>;
type Gallery = ResponseOf<'GET /performer-assets/galleries/:id'>;
type Comment = ResponseOf<'POST /comments'>;
type Poll = NonNullable<Post['poll']>;
type Bought<T> = ResponseOf<'POST /wallet/charges/tip/:id'> & { item: T };

const at = '2026-05-01T10:00:00.000Z';

/** Ada, the author of the fixtures. */
export const author = (changes: Partial<Post['performer']> = {}): Post['performer'] => ({
  ...performerCardOf('Ada'),
  _id: performer()._id,
  ...changes,
});

const publicItem = {
  audience: 'public',
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
  publishedAt: at,
  totalSold: null,
  participants: [],
  people: null,
  createdAt: at,
  updatedAt: at,
} satisfies Partial<Post>;

/** The fields of an item that must be bought. */
export const forSale = { audience: 'paid', isSale: true, price: 12, isLocked: true, unlock: ['buy'] } satisfies Partial<Post>;

/** A public post with text only. */
export const post = (changes: Partial<Post> = {}): Post => ({
  ...publicItem,
  _id: '0198c0de-0000-7000-8000-0000000f0001',
  performer: author(),
  kind: 'feed',
  slug: 'first-post',
  type: 'text',
  title: '',
  text: 'Good morning from the studio.',
  isCut: false,
  files: [],
  thumbnail: null,
  teaser: null,
  poll: null,
  isPinned: false,
  streamScheduledAt: null,
  tickets: null,
  totalLike: 3,
  totalComment: 2,
  views: 10,
  ...changes,
});

export const photo = ({ alt = '', ...changes }: Partial<Post['files'][number]> = {}): Post['files'][number] => ({
  ...storedFile('feed-photo', { url: 'http://host.test/media/photo.webp', width: 800, height: 1000, ...changes }),
  alt,
});

export const video = (changes: Partial<Video> = {}): Video => ({
  ...publicItem,
  _id: '0198c0de-0000-7000-8000-0000000f0002',
  performer: author(),
  kind: 'video',
  slug: 'first-video',
  title: 'First video',
  description: '',
  isCut: false,
  video: storedFile('video', { duration: 520 }),
  teaser: null,
  thumbnail: null,
  stats: { likes: 3, bookmarks: 0, comments: 0, views: 10 },
  ...changes,
});

export const gallery = (changes: Partial<Gallery> = {}): Gallery => ({
  ...publicItem,
  _id: '0198c0de-0000-7000-8000-0000000f0003',
  performer: author(),
  kind: 'gallery',
  slug: 'first-gallery',
  title: 'First gallery',
  description: '',
  isCut: false,
  coverPhoto: null,
  totalPhotos: 12,
  stats: { likes: 3, bookmarks: 0, comments: 0, views: 10 },
  ...changes,
});

export const poll = (changes: Partial<Poll> = {}): Poll => ({
  _id: '0198c0de-0000-7000-8000-0000000f0004',
  question: 'Oil or ink?',
  expiresAt: null,
  isClosed: false,
  totalVotes: 3,
  votedOptionId: null,
  options: [
    { _id: '0198c0de-0000-7000-8000-0000000f00a1', text: 'Oil', totalVotes: null },
    { _id: '0198c0de-0000-7000-8000-0000000f00a2', text: 'Ink', totalVotes: null },
  ],
  ...changes,
});

export const comment = (changes: Partial<Comment> = {}): Comment => ({
  _id: '0198c0de-0000-7000-8000-0000000c0001',
  objectType: 'feed',
  objectId: post()._id,
  content: 'Lovely light.',
  image: null,
  creator: { ...fan(), isVerified: false, isOnline: false },
  totalLike: 0,
  totalReply: 0,
  isLiked: false,
  isMine: false,
  mayDelete: false,
  isEdited: false,
  isDeleted: false,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** The response to buying `item`. */
export const bought = <T extends Post | Video | Gallery>(item: T, price: number): Bought<T> => ({
  ...tip(price, { type: item.kind, targetId: item._id }),
  item,
});

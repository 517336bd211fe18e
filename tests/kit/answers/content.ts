/** What performers publish and how people answer it, as the host answers it, for tests of screens. */
import type { AnswerOf } from '@web/services/call';
import { fan, performer } from './accounts';
import { card } from './cards';
import { stored } from './files';
import { tip } from './payments';

type Post = AnswerOf<'GET /user/feeds/:id'>;
type Video = AnswerOf<'GET /performer-assets/videos/:id'>;
type Gallery = AnswerOf<'GET /performer-assets/galleries/:id'>;
type Comment = AnswerOf<'POST /comments'>;
type Poll = NonNullable<Post['poll']>;
type Bought<T> = AnswerOf<'POST /wallet/charges/tip/:id'> & { item: T };

const at = '2026-05-01T10:00:00.000Z';

/** Ada, whose things the fixtures are. */
export const author = (changes: Partial<Post['performer']> = {}): Post['performer'] => ({
  ...card('Ada'),
  _id: performer()._id,
  ...changes,
});

const open = {
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
  createdAt: at,
  updatedAt: at,
} satisfies Partial<Post>;

/** What makes an item one that must be bought. */
export const forSale = { audience: 'paid', isSale: true, price: 12, isLocked: true, unlock: ['buy'] } satisfies Partial<Post>;

/** A post of words alone, open to everybody. */
export const post = (changes: Partial<Post> = {}): Post => ({
  ...open,
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
  totalLike: 3,
  totalComment: 2,
  views: 10,
  ...changes,
});

export const photo = ({ alt = '', ...changes }: Partial<Post['files'][number]> = {}): Post['files'][number] => ({
  ...stored('feed-photo', { url: 'http://host.test/media/photo.webp', width: 800, height: 1000, ...changes }),
  alt,
});

export const video = (changes: Partial<Video> = {}): Video => ({
  ...open,
  _id: '0198c0de-0000-7000-8000-0000000f0002',
  performer: author(),
  kind: 'video',
  slug: 'first-video',
  title: 'First video',
  description: '',
  isCut: false,
  video: stored('video', { duration: 520 }),
  teaser: null,
  thumbnail: null,
  participants: [],
  stats: { likes: 3, bookmarks: 0, comments: 0, views: 10 },
  ...changes,
});

export const gallery = (changes: Partial<Gallery> = {}): Gallery => ({
  ...open,
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

/** The answer to buying `item`. */
export const bought = <T extends Post | Video | Gallery>(item: T, price: number): Bought<T> => ({
  ...tip(price, { type: item.kind, targetId: item._id }),
  item,
});

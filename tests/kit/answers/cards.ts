/** Fixtures of performers as the lists of the API return them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';

type Performer = ResponseOf<'GET /performers/user/search'>['data'][number];

/** The stats of a new performer. */
export const noStats: Performer['stats'] = {
  views: 0,
  likes: 0,
  followers: 0,
  subscribers: 0,
  totalFeeds: 0,
  totalPhotos: 0,
  totalVideos: 0,
  totalGalleries: 0,
  totalProducts: 0,
  totalStreamSeconds: 0,
};

/** A performer of this name; the username is the name in lower case. */
export const performerCardOf = (name: string, changes: Partial<Performer> = {}): Performer => ({
  _id: `0198c0de-0000-7000-8000-${name
    .toLowerCase()
    .padStart(12, '0')
    .replace(/[^0-9a-f]/g, '0')}`,
  username: name.toLowerCase(),
  name,
  avatar: '/images/avatar.svg',
  avatarBlur: null,
  cover: null,
  coverBlur: null,
  country: 'IT',
  gender: 'female',
  age: '23_25',
  isVerified: true,
  isFeatured: false,
  isOnline: false,
  isLive: false,
  isFreeSubscription: false,
  freeSubscriptionDays: 1,
  monthlyPrice: 9.99,
  yearlyPrice: 99,
  commissionRate: 0.2,
  stats: { ...noStats, views: 3 },
  isFollowed: false,
  isSubscribed: false,
  isLiked: false,
  isBookmarked: false,
  ...changes,
});

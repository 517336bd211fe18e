/** Performers as lists answer them, for tests of screens. */
import type { AnswerOf } from '@web/services/call';

type Performer = AnswerOf<'GET /performers/user/search'>['data'][number];

/** A performer of this name; her username is the name in small letters. */
export const card = (name: string, changes: Partial<Performer> = {}): Performer => ({
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
  isFreeSubscription: false,
  freeSubscriptionDays: 1,
  monthlyPrice: 9.99,
  yearlyPrice: 99,
  commissionRate: 0.2,
  stats: { views: 3, subscribers: 0 },
  isSubscribed: false,
  ...changes,
});

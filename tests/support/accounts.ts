/** Accounts as the host answers them, for tests of screens. */
import type { AnswerOf } from '@web/services/call';

type CurrentUser = AnswerOf<'GET /users/me'>;
type Fan = Extract<CurrentUser, { isPerformer: false }>;
type Performer = Extract<CurrentUser, { isPerformer: true }>;

const account = {
  _id: '0198c0de-0000-7000-8000-000000000001',
  avatar: '/images/avatar.svg',
  cover: null,
  name: 'Finn',
  email: 'finn@example.com',
  balance: 100,
  username: 'finn',
  role: 'user',
  firstName: null,
  lastName: null,
  phone: null,
  gender: null,
  country: null,
  locale: null,
  status: 'active',
  isEmailVerified: true,
  pendingEmail: null,
  googleConnected: false,
  twitterConnected: false,
  hasPassword: true,
  privacy: { showOnline: true },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
} satisfies Omit<Fan, 'isPerformer'>;

export const fan = (changes: Partial<Fan> = {}): Fan => ({ ...account, isPerformer: false, ...changes });

export const operator = (changes: Partial<Fan> = {}): Fan =>
  fan({
    _id: '0198c0de-0000-7000-8000-000000000002',
    name: 'Olive',
    username: 'olive',
    email: 'olive@example.com',
    role: 'operator',
    ...changes,
  });

export const performer = (changes: Partial<Performer> = {}): Performer => ({
  ...account,
  _id: '0198c0de-0000-7000-8000-000000000003',
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.com',
  role: 'performer',
  isPerformer: true,
  avatarBlur: null,
  coverBlur: null,
  age: '25_27',
  isVerified: true,
  isFeatured: false,
  isOnline: false,
  isFreeSubscription: false,
  freeSubscriptionDays: 1,
  monthlyPrice: 9.99,
  yearlyPrice: 99,
  stats: { views: 0 },
  height: null,
  weight: null,
  bodyType: null,
  ethnicity: null,
  size: null,
  hair: null,
  eyes: null,
  sexualOrientation: null,
  bio: '',
  languages: ['en'],
  city: null,
  countryFlag: null,
  messageAudience: 'everyone',
  messagePrice: 0,
  dateOfBirth: '1999-05-05',
  address: null,
  state: null,
  zipCode: null,
  verification: 'approved',
  verificationNote: null,
  documents: [],
  blockedCountries: [],
  payoutMethods: { banking: null, paypal: null, preferred: null },
  ...changes,
});

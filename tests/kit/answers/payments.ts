/** Fixtures of charges, payments, subscriptions and cards as the API returns them, for tests of screens. */
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from './accounts';
import { performerCardOf } from './cards';

type Charge = ResponseOf<'POST /wallet/charges/tip/:id'>;
type Payment = ResponseOf<'GET /payment/transactions/:id'>;
type Subscription = ResponseOf<'GET /subscriptions/user/search'>['data'][number];
type Card = ResponseOf<'GET /payment-cards'>['data'][number];
type Profile = ResponseOf<'GET /performers/:id'>;
type Person = Charge['user'];

const at = '2026-05-01T10:00:00.000Z';
const timestamps = { createdAt: at, updatedAt: at };

const personOf = ({
  _id,
  username,
  name,
  avatar,
  isPerformer,
}: Pick<Person, '_id' | 'username' | 'name' | 'avatar' | 'isPerformer'>): Person => ({
  _id,
  username,
  name,
  avatar,
  isPerformer,
  isVerified: isPerformer,
  isOnline: false,
});

/** Ada's profile as a visitor gets it. */
export const profileOfAda = (changes: Partial<Profile> = {}): Profile => ({
  ...performerCardOf('Ada'),
  _id: performer()._id,
  bio: '',
  languages: ['en'],
  city: null,
  messageAudience: 'everyone',
  messagePrice: 0,
  welcomeVideo: null,
  activateWelcomeVideo: false,
  canMessage: true,
  promotions: [],
  privateEnabled: false,
  privateMinutePrice: 3,
  privateMinimumMinutes: 3,
  stream: null,
  countryFlag: null,
  isFreeSubscriptionUsed: false,
  subscription: null,
  createdAt: at,
  height: null,
  weight: null,
  bodyType: null,
  ethnicity: null,
  size: null,
  hair: null,
  eyes: null,
  sexualOrientation: null,
  ...changes,
});

export const tip = (price: number, changes: Partial<Charge> = {}): Charge => ({
  _id: '0198c0de-0000-7000-8000-0000000000c1',
  type: 'tip',
  sessionId: null,
  targetId: performer()._id,
  user: personOf(fan()),
  performer: personOf(performer()),
  text: '',
  price,
  quantity: 1,
  commission: price * 0.2,
  earning: price * 0.8,
  status: 'success',
  refunded: 0,
  balanceAfter: 100 - price,
  ...timestamps,
  ...changes,
});

export const payment = (changes: Partial<Payment> = {}): Payment => ({
  _id: '0198c0de-0000-7000-8000-0000000000d1',
  receiptNumber: 'R-1',
  type: 'top_up',
  status: 'success',
  paymentGateway: 'stripe',
  card: { brand: 'visa', last4: '4242' },
  user: personOf(fan()),
  performer: null,
  products: [{ name: 'Tokens', description: '', price: 50, tokens: 50 }],
  originalPrice: 50,
  totalPrice: 50,
  currency: 'usd',
  coupon: null,
  commission: null,
  earning: null,
  clientSecret: null,
  failure: null,
  returned: 0,
  subscriptionId: null,
  ...timestamps,
  ...changes,
});

export const subscriptionPayment = (changes: Partial<Payment> = {}): Payment =>
  payment({
    type: 'monthly_subscription',
    performer: personOf(performer()),
    products: [{ name: 'A month of Ada', description: '', price: 9.99, tokens: null }],
    originalPrice: 9.99,
    totalPrice: 9.99,
    commission: 1.99,
    earning: 8,
    ...changes,
  });

export const subscription = (changes: Partial<Subscription> = {}): Subscription => ({
  _id: '0198c0de-0000-7000-8000-0000000000e1',
  subscriptionType: 'monthly',
  months: 1,
  status: 'active',
  user: personOf(fan()),
  performer: { ...performerCardOf('Ada'), _id: performer()._id },
  price: 9.99,
  paidPrice: 9.99,
  source: 'card',
  paymentGateway: 'stripe',
  card: { brand: 'visa', last4: '4242' },
  startedAt: at,
  expiredAt: '2026-05-31T10:00:00.000Z',
  nextRecurringDate: '2026-05-31T10:00:00.000Z',
  retryDates: [],
  isRenewing: true,
  isWithheld: false,
  cancelledAt: null,
  promotionId: null,
  totalPaid: 9.99,
  ...timestamps,
  ...changes,
});

export const savedCard = (changes: Partial<Card> = {}): Card => ({
  _id: '0198c0de-0000-7000-8000-0000000000f1',
  paymentGateway: 'stripe',
  brand: 'visa',
  last4: '4242',
  month: 12,
  year: 2090,
  holderName: '',
  isDefault: true,
  renews: [],
  createdAt: at,
  ...changes,
});

/** A page that has all items. */
export const singlePage = <T>(...items: T[]): { data: T[]; total: number; nextCursor: null } => ({
  data: items,
  total: items.length,
  nextCursor: null,
});

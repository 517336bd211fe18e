/** Notifications about money: subscriptions, tips, sales, orders, refunds and payouts, each triggered through its endpoint. */
import { addAddress } from '../../../../tests/kit/people/addresses';
import { fillWallet } from '../../../../tests/kit/money/ledger';
import { performerWithEarnings } from '../../../../tests/kit/money/earners';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { addProduct, buyOne } from '../../../../tests/kit/content/products';
import { publishItem } from '../../../../tests/kit/content/published-item';
import {
  fanWithCard,
  fanWithTokens,
  performerWithPrices,
  subscribe,
  subscribeOrFail,
  type TestPerson,
} from '../../../../tests/kit/money/subscriptions';
import {
  expectNotifiedOnce,
  newIdempotencyKey,
  ownTab,
  twice,
  type NamedNotificationCase,
  type NotificationCase,
} from '../../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../../tests/kit/host/test-host';

let testHost: TestHost;
let operator: TestPerson;
beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
});
afterAll(() => testHost.close());

const as = ({ token }: { token: string }, key?: string) => ({ token, ...(key !== undefined && { key }) });
const formatDate = (at: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
const day_ms = 86_400_000;
const price = { audience: 'paid', price: 1250n } as const;
const signUpThree = async (): Promise<[fan: TestPerson, performer: TestPerson, other: TestPerson]> => [
  await signUpFan(testHost),
  await signUpPerformer(testHost),
  await signUpFan(testHost),
];

async function saleOf(type: 'feed' | 'video' | 'gallery'): Promise<NotificationCase> {
  const [fan, performer, other] = await signUpThree();
  const id = await publishItem(testHost, performer, type, price);
  const buy = (key: string) => testHost.call(`POST /wallet/charges/${type}/:id`, { params: { id }, body: {} }, as(fan, key));
  const word = type === 'feed' ? 'post' : type;
  return {
    ...twice(async (key) => {
      await fillWallet(testHost, fan.id, 1250n);
      return buy(key);
    }),
    rejected: () => buy(newIdempotencyKey()),
    expected: [{ to: performer, type: 'item_sold', actor: fan, text: `bought your ${word} for 12.50 tokens.`, link: `/${word}/${id}` }],
    others: [fan, other],
  };
}

/** An order of a print, with its number. */
async function orderPrint() {
  const [fan, performer, other] = await signUpThree();
  const id = await buyOne(testHost, fan, await addProduct(testHost, performer));
  const { data } = await testHost.call('GET /orders/:id', { params: { id } }, as(fan));
  const update = (who: TestPerson, body: object, key = newIdempotencyKey()) =>
    testHost.call('PUT /orders/:id/update', { params: { id }, body }, as(who, key));
  return { fan, performer, other, id, link: `/orders/${id}`, order: data, orderName: `${data.orderNumber} (A print)`, update };
}

const requestedPayoutId = async (performer: TestPerson): Promise<string> => {
  const { data } = await testHost.call('POST /payout-requests', { body: { amount: 60, method: 'paypal' } }, as(performer));
  return data._id;
};
async function payoutDecision(verb: 'approve' | 'reject' | 'done', outcome: string): Promise<NotificationCase> {
  const performer = await performerWithEarnings(testHost, 80);
  const params = { id: await requestedPayoutId(performer) };
  const decide = {
    approve: (key: string) => testHost.call('POST /admin/payout-requests/:id/approve', { params, body: { note: '' } }, as(operator, key)),
    reject: (key: string) =>
      testHost.call('POST /admin/payout-requests/:id/reject', { params, body: { note: 'Not now' } }, as(operator, key)),
    done: (key: string) => testHost.call('POST /admin/payout-requests/:id/done', { params, body: { reference: '' } }, as(operator, key)),
  }[verb];
  return {
    ...twice(decide),
    expected: [{ to: performer, type: 'payout', text: `Your payout of 60 tokens was ${outcome}.`, link: ownTab(performer, 'payouts') }],
    others: [],
  };
}

const cases: NamedNotificationCase[] = [
  [
    'a new subscriber',
    async () => {
      const [fan, performer] = [await fanWithTokens(testHost, 30), await performerWithPrices(testHost, 1000n)];
      const fanWithoutTokens = await signUpFan(testHost);
      return {
        ...twice((key) => subscribe(testHost, fan, performer, { source: 'wallet' }, key)),
        rejected: () => subscribe(testHost, fanWithoutTokens, performer, { source: 'wallet' }),
        expected: [{ to: performer, type: 'subscriber', actor: fan, text: 'subscribed to you.', link: ownTab(performer, 'subscribers') }],
        others: [fan, fanWithoutTokens],
      };
    },
  ],
  [
    'a renewal canceled by the fan',
    async () => {
      const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 1000n)];
      const { _id: id, expiredAt } = await subscribeOrFail(testHost, fan, performer);
      const cancel = () =>
        testHost.call('POST /payment/:gateway/cancel-subscription/:id', { params: { gateway: 'wallet', id }, body: {} }, as(fan));
      const text = `won’t renew their subscription to you. It ends on ${formatDate(expiredAt)}.`;
      return {
        act: cancel,
        again: cancel,
        expected: [{ to: performer, type: 'subscription_ended', actor: fan, text, link: ownTab(performer, 'subscribers') }],
        others: [fan],
      };
    },
  ],
  [
    'a renewal canceled by an operator',
    async () => {
      const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 1000n)];
      const { _id: id, expiredAt, performer: shown } = await subscribeOrFail(testHost, fan, performer);
      const lastsUntil = `It ends on ${formatDate(expiredAt)}.`;
      const type = 'subscription_ended';
      const cancel = () =>
        testHost.call('POST /admin/subscriptions/:id/cancel', { params: { id }, body: { reason: 'Asked' } }, as(operator));
      return {
        act: cancel,
        again: cancel,
        expected: [
          { to: fan, type, text: `Your subscription to ${shown.name} won’t renew. ${lastsUntil}`, link: '/subscriptions' },
          {
            to: performer,
            type,
            actor: fan,
            text: `won’t renew their subscription to you. ${lastsUntil}`,
            link: ownTab(performer, 'subscribers'),
          },
        ],
        others: [],
      };
    },
  ],
  [
    'subscription days added by an operator',
    async () => {
      const [fan, performer] = [await fanWithCard(testHost), await performerWithPrices(testHost, 1000n)];
      const { _id: id, expiredAt, performer: shown } = await subscribeOrFail(testHost, fan, performer);
      const end = formatDate(new Date(Date.parse(expiredAt) + 5 * day_ms).toISOString());
      const text = `We added 5 days to your subscription to ${shown.name}. It now ends on ${end}.`;
      return {
        act: () => testHost.call('POST /admin/subscriptions/:id/extend', { params: { id }, body: { days: 5 } }, as(operator)),
        expected: [{ to: fan, type: 'subscription_ended', text, link: '/subscriptions' }],
        others: [performer],
      };
    },
  ],
  [
    'a tip',
    async () => {
      const [fan, performer, other] = await signUpThree();
      await fillWallet(testHost, fan.id, 3000n);
      const tip = (amount: number, text: string, key = newIdempotencyKey()) =>
        testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: amount, text } }, as(fan, key));
      const text = 'sent you a tip of 20 tokens: “Lovely show”';
      return {
        ...twice((key) => tip(20, 'Lovely show', key)),
        rejected: () => tip(31, ''),
        expected: [{ to: performer, type: 'tip', actor: fan, text, link: ownTab(performer, 'earnings') }],
        others: [fan, other],
      };
    },
  ],
  ['a post sale', () => saleOf('feed')],
  ['a video sale', () => saleOf('video')],
  ['a gallery sale', () => saleOf('gallery')],
  [
    'an order',
    async () => {
      const [fan, performer, other] = await signUpThree();
      const { _id: productId } = await addProduct(testHost, performer);
      await fillWallet(testHost, fan.id, 10_000n);
      const deliveryAddressId = await addAddress(testHost, fan);
      const buy = (quantity: number, key = newIdempotencyKey()) =>
        testHost.call(
          'POST /wallet/charges/product/:id',
          { params: { id: productId }, body: { quantity, deliveryAddressId, phoneNumber: '+49 30 1234' } },
          as(fan, key),
        );
      const key = newIdempotencyKey();
      const notificationCase: NotificationCase = {
        act: async () => {
          const response = await buy(2, key);
          const text = 'ordered 2 × A print for 25 tokens.';
          notificationCase.expected = [{ to: performer, type: 'order', actor: fan, text, link: `/orders/${response.data.order._id}` }];
          return response;
        },
        again: () => buy(2, key),
        rejected: () => buy(6),
        expected: [],
        others: [fan, performer, other],
      };
      return notificationCase;
    },
  ],
  [
    'a cart, once for each seller',
    async () => {
      const [fan, performer, other] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
      const digital = { type: 'digital', price: 3 } as const;
      const [print, file] = [await addProduct(testHost, performer), await addProduct(testHost, performer, { ...digital, name: 'A song' })];
      const otherProduct = await addProduct(testHost, other, { ...digital, name: 'A map' });
      await fillWallet(testHost, fan.id, 10_000n);
      const deliveryAddressId = await addAddress(testHost, fan);
      const lines = [print, otherProduct, file].map(({ _id: productId }) => ({ productId, quantity: 1 }));
      const body = { lines, deliveryAddressId, phoneNumber: '+49 30 1234' };
      const pay = (key: string) => testHost.call('POST /wallet/charges/cart', { body }, as(fan, key));
      const key = newIdempotencyKey();
      const notificationCase: NotificationCase = {
        act: async () => {
          const response = await pay(key);
          const mapOrder = response.data.orders.find(({ performer: { _id } }) => _id === other.id)?._id ?? '';
          notificationCase.expected = [
            { to: performer, type: 'order', actor: fan, text: 'ordered 2 items for 15.50 tokens.', link: ownTab(performer, 'sales') },
            { to: other, type: 'order', actor: fan, text: 'ordered A map for 3 tokens.', link: `/orders/${mapOrder}` },
          ];
          return response;
        },
        again: () => pay(key),
        expected: [],
        others: [fan, performer, other],
      };
      return notificationCase;
    },
  ],
  [
    'an order shipped by the seller',
    async () => {
      const { fan, performer, other, link, orderName, update } = await orderPrint();
      return {
        ...twice((key) => update(performer, { deliveryStatus: 'shipping', shippingCode: 'P-1' }, key)),
        rejected: () => update(other, { deliveryStatus: 'shipping' }),
        expected: [{ to: fan, type: 'order', text: `Your order ${orderName} is on its way.`, link }],
        others: [performer, other],
      };
    },
  ],
  [
    'a new shipping code of an order, but not a note alone',
    async () => {
      const { fan, performer, other, link, orderName, update } = await orderPrint();
      await update(performer, { deliveryStatus: 'shipping', shippingCode: 'P-1' });
      return {
        act: () => update(performer, { shippingCode: 'P-2' }),
        again: () => update(performer, { note: 'Soon' }),
        expected: [{ to: fan, type: 'order', text: `Your order ${orderName} has a new tracking number.`, link }],
        others: [performer, other],
      };
    },
  ],
  [
    'an order updated by an operator',
    async () => {
      const { fan, performer, other, link, orderName, update } = await orderPrint();
      return {
        ...twice((key) => update(operator, { deliveryStatus: 'shipping' }, key)),
        expected: [
          { to: fan, type: 'order', text: `Your order ${orderName} is on its way.`, link },
          { to: performer, type: 'order', text: `Order ${orderName} is on its way.`, link },
        ],
        others: [other],
      };
    },
  ],
  [
    'a new delivery address of an order',
    async () => {
      const { fan, performer, other, id, link, orderName } = await orderPrint();
      const deliveryAddressId = await addAddress(testHost, fan, { streetNumber: '2' });
      const redirect = (to: string) =>
        testHost.call('PUT /orders/:id/update/delivery-address', { params: { id }, body: { deliveryAddressId: to } }, as(fan));
      return {
        act: () => redirect(deliveryAddressId),
        rejected: () => redirect(fan.id),
        expected: [{ to: performer, type: 'order', text: `The buyer changed the delivery address of order ${orderName}.`, link }],
        others: [fan, other],
      };
    },
  ],
  [
    'an order refunded by the seller',
    async () => {
      const { fan, performer, other, link, update } = await orderPrint();
      return {
        ...twice((key) => update(performer, { deliveryStatus: 'refunded' }, key)),
        expected: [{ to: fan, type: 'refund', text: 'We refunded 12.50 tokens to your wallet.', link }],
        others: [performer, other],
      };
    },
  ],
  [
    'a charge refunded by an operator',
    async () => {
      const [fan, performer, other] = await signUpThree();
      await fillWallet(testHost, fan.id, 2000n);
      const body = { price: 20, text: '' };
      const { data } = await testHost.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body }, as(fan));
      const refund = (amount: number, key: string) =>
        testHost.call('POST /admin/charges/:id/refund', { params: { id: data._id }, body: { amount, reason: 'Asked' } }, as(operator, key));
      return {
        ...twice((key) => refund(5, key)),
        rejected: () => refund(21, newIdempotencyKey()),
        expected: [
          { to: fan, type: 'refund', text: 'We refunded 5 tokens to your wallet.', link: '/wallet' },
          {
            to: performer,
            type: 'refund',
            text: 'One of your sales was refunded: 5 tokens.',
            link: ownTab(performer, 'earnings'),
          },
        ],
        others: [other],
      };
    },
  ],
  [
    'a refunded subscription payment, and the end of the subscription',
    async () => {
      const [fan, performer] = [await fanWithTokens(testHost, 30), await performerWithPrices(testHost, 1000n)];
      const { data } = await subscribe(testHost, fan, performer, { source: 'wallet' });
      const refundPayment = (key: string) =>
        testHost.call('POST /admin/payments/:id/refund', { params: { id: data._id }, body: { reason: 'Asked' } }, as(operator, key));
      const [ended, refund] = ['subscription_ended', 'refund'] as const;
      const saleText = 'We refunded a fan’s payment for a subscription to you.';
      return {
        ...twice(refundPayment),
        expected: [
          { to: fan, type: refund, text: 'We refunded 10 tokens to your wallet.', link: '/wallet?tab=payments' },
          { to: fan, type: ended, text: `Your subscription to ${data.performer?.name ?? ''} has ended.`, link: '/subscriptions' },
          { to: performer, type: refund, text: saleText, link: ownTab(performer, 'earnings') },
          { to: performer, type: ended, actor: fan, text: 'is no longer subscribed to you.', link: ownTab(performer, 'subscribers') },
        ],
        others: [],
      };
    },
  ],
  [
    'a payout request',
    async () => {
      const performer = await performerWithEarnings(testHost, 80);
      const requestPayout = (amount: number, key: string) =>
        testHost.call('POST /payout-requests', { body: { amount, method: 'paypal' } }, as(performer, key));
      const key = newIdempotencyKey();
      const notificationCase: NotificationCase = {
        act: async () => {
          const response = await requestPayout(60, key);
          const link = `/admin/payouts/${response.data._id}`;
          notificationCase.expected = [{ to: operator, type: 'payout', actor: performer, text: 'requested a payout of 60 tokens.', link }];
          return response;
        },
        again: () => requestPayout(60, key),
        rejected: () => requestPayout(90, newIdempotencyKey()),
        expected: [],
        others: [performer],
      };
      return notificationCase;
    },
  ],
  ['an approved payout', () => payoutDecision('approve', 'approved')],
  ['a rejected payout', () => payoutDecision('reject', 'rejected')],
  ['a paid payout', () => payoutDecision('done', 'paid')],
];

describe('the people concerned, and no one else, are notified once of', () => {
  test.each(cases)('%s', async (_what, prepare) => {
    await expectNotifiedOnce(testHost, operator, await prepare());
  });
});

/** Who is told what of money: subscriptions, tips, sales, orders, refunds and payouts, each caused through its endpoint. */
import { homeOf } from '../../../../tests/kit/people/addresses';
import { fillWallet } from '../../../../tests/support/books';
import { performerWith } from '../../../../tests/support/earners';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../../tests/kit/people/people';
import { addProduct, buyOne } from '../../../../tests/kit/content/products';
import { published } from '../../../../tests/kit/content/published-item';
import { fanWithCard, fanWithTokens, performerAt, subscribe, subscribed, type Somebody } from '../../../../tests/support/subscriptions';
import { expectToldOnce, freshKey, ownTab, twice, type NamedScene, type Scene } from '../../../../tests/support/told';
import { openWorld, type World } from '../../../../tests/kit/host/test-host';

let world: World;
let operator: Somebody;
beforeAll(async () => {
  world = await openWorld();
  operator = await signUpOperator(world);
});
afterAll(() => world.close());

const as = ({ token }: { token: string }, key?: string) => ({ token, ...(key !== undefined && { key }) });
const until = (at: string): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
const day_ms = 86_400_000;
const price = { audience: 'paid', price: 1250n } as const;
const two = async (): Promise<[fan: Somebody, performer: Somebody, other: Somebody]> => [
  await signUpFan(world),
  await signUpPerformer(world),
  await signUpFan(world),
];

async function selling(type: 'feed' | 'video' | 'gallery'): Promise<Scene> {
  const [fan, performer, other] = await two();
  const id = await published(world, performer, type, price);
  const buy = (key: string) => world.call(`POST /wallet/charges/${type}/:id`, { params: { id }, body: {} }, as(fan, key));
  const word = type === 'feed' ? 'post' : type;
  return {
    ...twice(async (key) => {
      await fillWallet(world, fan.id, 1250n);
      return buy(key);
    }),
    refused: () => buy(freshKey()),
    told: [{ to: performer, type: 'item_sold', actor: fan, text: `bought your ${word} for 12.50 tokens.`, link: `/${word}/${id}` }],
    others: [fan, other],
  };
}

/** A print that was ordered, by its number. */
async function ordered() {
  const [fan, performer, other] = await two();
  const id = await buyOne(world, fan, await addProduct(world, performer));
  const { data } = await world.call('GET /orders/:id', { params: { id } }, as(fan));
  const update = (who: Somebody, body: object, key = freshKey()) =>
    world.call('PUT /orders/:id/update', { params: { id }, body }, as(who, key));
  return { fan, performer, other, id, link: `/orders/${id}`, order: data, named: `${data.orderNumber} (A print)`, update };
}

const asked = async (performer: Somebody): Promise<string> => {
  const { data } = await world.call('POST /payout-requests', { body: { amount: 60, method: 'paypal' } }, as(performer));
  return data._id;
};
async function deciding(verb: 'approve' | 'reject' | 'done', became: string): Promise<Scene> {
  const performer = await performerWith(world, 80);
  const params = { id: await asked(performer) };
  const decide = {
    approve: (key: string) => world.call('POST /admin/payout-requests/:id/approve', { params, body: { note: '' } }, as(operator, key)),
    reject: (key: string) => world.call('POST /admin/payout-requests/:id/reject', { params, body: { note: 'Not now' } }, as(operator, key)),
    done: (key: string) => world.call('POST /admin/payout-requests/:id/done', { params, body: { reference: '' } }, as(operator, key)),
  }[verb];
  return {
    ...twice(decide),
    told: [{ to: performer, type: 'payout', text: `Your payout of 60 tokens was ${became}.`, link: ownTab(performer, 'payouts') }],
    others: [],
  };
}

const scenes: NamedScene[] = [
  [
    'a new subscriber',
    async () => {
      const [fan, performer] = [await fanWithTokens(world, 30), await performerAt(world, 1000n)];
      const poor = await signUpFan(world);
      return {
        ...twice((key) => subscribe(world, fan, performer, { source: 'wallet' }, key)),
        refused: () => subscribe(world, poor, performer, { source: 'wallet' }),
        told: [{ to: performer, type: 'subscriber', actor: fan, text: 'subscribed to you.', link: ownTab(performer, 'subscribers') }],
        others: [fan, poor],
      };
    },
  ],
  [
    'a renewal that the fan ends',
    async () => {
      const [fan, performer] = [await fanWithCard(world), await performerAt(world, 1000n)];
      const { _id: id, expiredAt } = await subscribed(world, fan, performer);
      const cancel = () =>
        world.call('POST /payment/:gateway/cancel-subscription/:id', { params: { gateway: 'wallet', id }, body: {} }, as(fan));
      const text = `will not renew the subscription to you. It lasts until ${until(expiredAt)}.`;
      return {
        act: cancel,
        again: cancel,
        told: [{ to: performer, type: 'subscription_ended', actor: fan, text, link: ownTab(performer, 'subscribers') }],
        others: [fan],
      };
    },
  ],
  [
    'a renewal that an operator ends',
    async () => {
      const [fan, performer] = [await fanWithCard(world), await performerAt(world, 1000n)];
      const { _id: id, expiredAt, performer: shown } = await subscribed(world, fan, performer);
      const lasts = `It lasts until ${until(expiredAt)}.`;
      const type = 'subscription_ended';
      const cancel = () => world.call('POST /admin/subscriptions/:id/cancel', { params: { id }, body: { reason: 'Asked' } }, as(operator));
      return {
        act: cancel,
        again: cancel,
        told: [
          { to: fan, type, text: `Your subscription to ${shown.name} will not renew. ${lasts}`, link: '/subscriptions' },
          {
            to: performer,
            type,
            actor: fan,
            text: `will not renew the subscription to you. ${lasts}`,
            link: ownTab(performer, 'subscribers'),
          },
        ],
        others: [],
      };
    },
  ],
  [
    'days that an operator gives',
    async () => {
      const [fan, performer] = [await fanWithCard(world), await performerAt(world, 1000n)];
      const { _id: id, expiredAt, performer: shown } = await subscribed(world, fan, performer);
      const end = until(new Date(Date.parse(expiredAt) + 5 * day_ms).toISOString());
      const text = `You were given 5 days more of your subscription to ${shown.name}. It lasts until ${end}.`;
      return {
        act: () => world.call('POST /admin/subscriptions/:id/extend', { params: { id }, body: { days: 5 } }, as(operator)),
        told: [{ to: fan, type: 'subscription_ended', text, link: '/subscriptions' }],
        others: [performer],
      };
    },
  ],
  [
    'a tip',
    async () => {
      const [fan, performer, other] = await two();
      await fillWallet(world, fan.id, 3000n);
      const tip = (amount: number, text: string, key = freshKey()) =>
        world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body: { price: amount, text } }, as(fan, key));
      const text = 'sent you a tip of 20 tokens: “Lovely show”';
      return {
        ...twice((key) => tip(20, 'Lovely show', key)),
        refused: () => tip(31, ''),
        told: [{ to: performer, type: 'tip', actor: fan, text, link: ownTab(performer, 'earnings') }],
        others: [fan, other],
      };
    },
  ],
  ['a post that is bought', () => selling('feed')],
  ['a video that is bought', () => selling('video')],
  ['a gallery that is bought', () => selling('gallery')],
  [
    'an order',
    async () => {
      const [fan, performer, other] = await two();
      const { _id: productId } = await addProduct(world, performer);
      await fillWallet(world, fan.id, 10_000n);
      const deliveryAddressId = await homeOf(world, fan);
      const buy = (quantity: number, key = freshKey()) =>
        world.call(
          'POST /wallet/charges/product/:id',
          { params: { id: productId }, body: { quantity, deliveryAddressId, phoneNumber: '+49 30 1234' } },
          as(fan, key),
        );
      const key = freshKey();
      const scene: Scene = {
        act: async () => {
          const answer = await buy(2, key);
          const text = 'ordered 2 × A print for 25 tokens.';
          scene.told = [{ to: performer, type: 'order', actor: fan, text, link: `/orders/${answer.data.order._id}` }];
          return answer;
        },
        again: () => buy(2, key),
        refused: () => buy(6),
        told: [],
        others: [fan, performer, other],
      };
      return scene;
    },
  ],
  [
    'a cart, once for each seller',
    async () => {
      const [fan, performer, other] = [await signUpFan(world), await signUpPerformer(world), await signUpPerformer(world)];
      const song = { type: 'digital', price: 3 } as const;
      const [print, file] = [await addProduct(world, performer), await addProduct(world, performer, { ...song, name: 'A song' })];
      const theirs = await addProduct(world, other, { ...song, name: 'A map' });
      await fillWallet(world, fan.id, 10_000n);
      const deliveryAddressId = await homeOf(world, fan);
      const lines = [print, theirs, file].map(({ _id: productId }) => ({ productId, quantity: 1 }));
      const body = { lines, deliveryAddressId, phoneNumber: '+49 30 1234' };
      const pay = (key: string) => world.call('POST /wallet/charges/cart', { body }, as(fan, key));
      const key = freshKey();
      const scene: Scene = {
        act: async () => {
          const answer = await pay(key);
          const mapOrder = answer.data.orders.find(({ performer: { _id } }) => _id === other.id)?._id ?? '';
          scene.told = [
            { to: performer, type: 'order', actor: fan, text: 'ordered 2 things for 15.50 tokens.', link: ownTab(performer, 'sales') },
            { to: other, type: 'order', actor: fan, text: 'ordered A map for 3 tokens.', link: `/orders/${mapOrder}` },
          ];
          return answer;
        },
        again: () => pay(key),
        told: [],
        others: [fan, performer, other],
      };
      return scene;
    },
  ],
  [
    'an order that its seller sends',
    async () => {
      const { fan, performer, other, link, named, update } = await ordered();
      return {
        ...twice((key) => update(performer, { deliveryStatus: 'shipping', shippingCode: 'P-1' }, key)),
        refused: () => update(other, { deliveryStatus: 'shipping' }),
        told: [{ to: fan, type: 'order', text: `Your order ${named} is on its way.`, link }],
        others: [performer, other],
      };
    },
  ],
  [
    'an order that gets another shipping code, and not a note alone',
    async () => {
      const { fan, performer, other, link, named, update } = await ordered();
      await update(performer, { deliveryStatus: 'shipping', shippingCode: 'P-1' });
      return {
        act: () => update(performer, { shippingCode: 'P-2' }),
        again: () => update(performer, { note: 'Soon' }),
        told: [{ to: fan, type: 'order', text: `Your order ${named} has another shipping code.`, link }],
        others: [performer, other],
      };
    },
  ],
  [
    'an order that an operator moves on',
    async () => {
      const { fan, performer, other, link, named, update } = await ordered();
      return {
        ...twice((key) => update(operator, { deliveryStatus: 'shipping' }, key)),
        told: [
          { to: fan, type: 'order', text: `Your order ${named} is on its way.`, link },
          { to: performer, type: 'order', text: `Order ${named} is on its way.`, link },
        ],
        others: [other],
      };
    },
  ],
  [
    'an order that its buyer sends elsewhere',
    async () => {
      const { fan, performer, other, id, link, named } = await ordered();
      const deliveryAddressId = await homeOf(world, fan, { streetNumber: '2' });
      const redirect = (to: string) =>
        world.call('PUT /orders/:id/update/delivery-address', { params: { id }, body: { deliveryAddressId: to } }, as(fan));
      return {
        act: () => redirect(deliveryAddressId),
        refused: () => redirect(fan.id),
        told: [{ to: performer, type: 'order', text: `The buyer changed the delivery address of order ${named}.`, link }],
        others: [fan, other],
      };
    },
  ],
  [
    'an order that its seller gives back',
    async () => {
      const { fan, performer, other, link, update } = await ordered();
      return {
        ...twice((key) => update(performer, { deliveryStatus: 'refunded' }, key)),
        told: [{ to: fan, type: 'refund', text: '12.50 tokens went back to your wallet.', link }],
        others: [performer, other],
      };
    },
  ],
  [
    'a charge that an operator gives back',
    async () => {
      const [fan, performer, other] = await two();
      await fillWallet(world, fan.id, 2000n);
      const body = { price: 20, text: '' };
      const { data } = await world.call('POST /wallet/charges/tip/:id', { params: { id: performer.id }, body }, as(fan));
      const refund = (amount: number, key: string) =>
        world.call('POST /admin/charges/:id/refund', { params: { id: data._id }, body: { amount, reason: 'Asked' } }, as(operator, key));
      return {
        ...twice((key) => refund(5, key)),
        refused: () => refund(21, freshKey()),
        told: [
          { to: fan, type: 'refund', text: '5 tokens went back to your wallet.', link: '/wallet' },
          {
            to: performer,
            type: 'refund',
            text: '5 tokens of a sale of yours went back to the buyer.',
            link: ownTab(performer, 'earnings'),
          },
        ],
        others: [other],
      };
    },
  ],
  [
    'a payment for a subscription that goes back, and what it ends',
    async () => {
      const [fan, performer] = [await fanWithTokens(world, 30), await performerAt(world, 1000n)];
      const { data } = await subscribe(world, fan, performer, { source: 'wallet' });
      const back = (key: string) =>
        world.call('POST /admin/payments/:id/refund', { params: { id: data._id }, body: { reason: 'Asked' } }, as(operator, key));
      const [ended, refund] = ['subscription_ended', 'refund'] as const;
      const sold = 'A payment for a subscription to you went back to the fan.';
      return {
        ...twice(back),
        told: [
          { to: fan, type: refund, text: '10 tokens went back to your wallet.', link: '/wallet?tab=payments' },
          { to: fan, type: ended, text: `Your subscription to ${data.performer?.name ?? ''} has ended.`, link: '/subscriptions' },
          { to: performer, type: refund, text: sold, link: ownTab(performer, 'earnings') },
          { to: performer, type: ended, actor: fan, text: 'is not subscribed to you any more.', link: ownTab(performer, 'subscribers') },
        ],
        others: [],
      };
    },
  ],
  [
    'a payout that is asked for',
    async () => {
      const performer = await performerWith(world, 80);
      const ask = (amount: number, key: string) =>
        world.call('POST /payout-requests', { body: { amount, method: 'paypal' } }, as(performer, key));
      const key = freshKey();
      const scene: Scene = {
        act: async () => {
          const answer = await ask(60, key);
          const link = `/admin/payouts/${answer.data._id}`;
          scene.told = [{ to: operator, type: 'payout', actor: performer, text: 'asks for a payout of 60 tokens.', link }];
          return answer;
        },
        again: () => ask(60, key),
        refused: () => ask(90, freshKey()),
        told: [],
        others: [performer],
      };
      return scene;
    },
  ],
  ['a payout that is approved', () => deciding('approve', 'approved')],
  ['a payout that is rejected', () => deciding('reject', 'rejected')],
  ['a payout that is paid', () => deciding('done', 'paid')],
];

describe('people are told once, and nobody else, of', () => {
  test.each(scenes)('%s', async (_what, prepare) => {
    await expectToldOnce(world, operator, await prepare());
  });
});

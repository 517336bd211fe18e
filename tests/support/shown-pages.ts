/** The addresses of the tour of the screens that have to be looked up first; what they show is made on the way. */
import { castPassword } from '../kit/browser/cast';
import { addTestCard } from './payments';
import type { World } from '../kit/host/test-host';

/** The token of one of the demonstration's people. */
export async function tokenOf(world: World, username: string): Promise<string> {
  return (await world.call('POST /auth/login', { body: { username, password: castPassword, remember: false } })).data.token;
}

/** One payment of each end: paid, declined, and one that the bank still asks about. Answers the addresses that tell of them. */
export async function paymentsOf(world: World, token: string): Promise<Record<string, string>> {
  for (const card of ['test_visa', 'test_declined', 'test_authentication'] as const) {
    await addTestCard(world, token, card);
    await world.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token });
  }
  const { data } = await world.call('GET /payment/transactions/user/search', {}, { token });
  const results = { success: 'success', failed: 'cancel', requires_action: 'pending' };
  return Object.fromEntries(
    Object.entries(results).map(([status, result]) => {
      const id = data.data.find((payment) => payment.status === status)?._id ?? fail(`no payment is ${status}`);
      return [`fan-payment-${result}`, `/payment/${result}?id=${id}`];
    }),
  );
}

/** Ada waits for money from now on; a second time changes nothing. Answers the id of her request. */
export async function payoutOf(world: World, token: string): Promise<string> {
  const params = { id: 'me' };
  await world.call('POST /auth/reauthenticate', { body: { password: castPassword } }, { token });
  await world.call(
    'PUT /performers/:id/payment-gateway-settings',
    { params, body: { method: 'paypal', email: 'ada@example.com' } },
    { token },
  );
  await world.call('POST /payout-requests', { body: { amount: 50, method: 'paypal', requestNote: 'For the rent of the hall' } }, { token });
  const { data } = await world.call('GET /payout-requests/search', {}, { token });
  return data.data[0]?._id ?? fail('there is no payout request');
}

/** The pages of what Ada shows to everybody and of what she locks, as a guest finds them. */
export async function pagesOfContent(world: World, who: string): Promise<Record<string, string>> {
  const { data: ada } = await world.call('GET /performers/:id', { params: { id: 'ada' } });
  const query = { performerId: ada._id, pageSize: 50 };
  const found = {
    post: (await world.call('GET /user/feeds', { query })).data.data,
    video: (await world.call('GET /performer-assets/videos/search', { query })).data.data,
    gallery: (await world.call('GET /performer-assets/galleries/search', { query })).data.data,
  };
  const pages: Record<string, string> = {};
  for (const [kind, items] of Object.entries(found))
    for (const isLocked of [false, true]) {
      const item = items.find((one) => one.isLocked === isLocked);
      if (item) pages[`${who}-${kind}${isLocked ? '-locked' : ''}`] = `/${kind}/${item.slug}`;
    }
  return pages;
}

/** The pages of Ada's store: with plenty, with few, with none left, and a file. */
export async function pagesOfStore(world: World, who: string): Promise<Record<string, string>> {
  const { data: ada } = await world.call('GET /performers/:id', { params: { id: 'ada' } });
  const { data } = await world.call('GET /performer-assets/products/search', { query: { performerId: ada._id, limit: 50 } });
  const nameOf = ({ type, stock }: (typeof data.data)[number]): string => (type === 'digital' ? 'file' : `of-${String(stock)}`);
  return Object.fromEntries(data.data.map((product) => [`${who}-product-${nameOf(product)}`, `/product/${product.slug}`]));
}

/** The pages of the first orders, a parcel and a file, as one of its sides finds them, or an operator. */
export async function pagesOfOrders(world: World, who: 'fan' | 'performer' | 'operator', token: string): Promise<Record<string, string>> {
  const lists = { fan: 'GET /orders/users/search', performer: 'GET /orders/search', operator: 'GET /admin/orders/search' } as const;
  const { data } = await world.call(lists[who], {}, { token });
  return Object.fromEntries(data.data.map(({ _id, product }) => [`${who}-order-${product.type}`, `/orders/${_id}`]));
}

/** The sections of a page of settings. */
export const sections = (root: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${root.replaceAll('/', '-').slice(1)}-${name}`, `${root}?section=${name}`]));

function fail(why: string): never {
  throw new Error(why);
}

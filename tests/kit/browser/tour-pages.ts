/** Paths of screens whose ids are only known at run time, for the screen tests. Some functions create the data that the screens show. */
import { day_ms } from '@contract/kernel/units';
import { paymentDisputes } from '@server/platform/db/schema/payments';
import { castPassword } from './cast';
import { addTestCard } from '../money/payments';
import type { TestHost } from '../host/test-host';

/** The session token of a demo account. */
export async function tokenOf(testHost: TestHost, username: string): Promise<string> {
  return (await testHost.call('POST /auth/login', { body: { username, password: castPassword, remember: false } })).data.token;
}

/** Makes one payment of each outcome: paid, declined, and waiting for authentication. Returns the paths of their result pages. */
export async function createPayments(testHost: TestHost, token: string): Promise<Record<string, string>> {
  for (const card of ['test_visa', 'test_declined', 'test_authentication'] as const) {
    await addTestCard(testHost, token, card);
    await testHost.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token });
  }
  const { data } = await testHost.call('GET /payment/transactions/user/search', {}, { token });
  const results = { success: 'success', failed: 'cancel', requires_action: 'pending' };
  return Object.fromEntries(
    Object.entries(results).map(([status, result]) => {
      const id = data.data.find((payment) => payment.status === status)?._id ?? fail(`no payment is ${status}`);
      return [`fan-payment-${result}`, `/payment/${result}?id=${id}`];
    }),
  );
}

/** Ensures that Ada has a pending payout request. Idempotent. Returns the request's id. */
export async function ensurePayoutRequest(testHost: TestHost, token: string): Promise<string> {
  const params = { id: 'me' };
  await testHost.call('POST /auth/reauthenticate', { body: { password: castPassword } }, { token });
  await testHost.call(
    'PUT /performers/:id/payment-gateway-settings',
    { params, body: { method: 'paypal', email: 'ada@example.com' } },
    { token },
  );
  await testHost.call(
    'POST /payout-requests',
    { body: { amount: 50, method: 'paypal', requestNote: 'For the rent of the hall' } },
    { token },
  );
  const { data } = await testHost.call('GET /payout-requests/search', {}, { token });
  return data.data[0]?._id ?? fail('there is no payout request');
}

/** Tops up with the account's card and stores a dispute of the payment, as a gateway event would. Returns the dispute's id. */
export async function createDispute(testHost: TestHost, token: string): Promise<string> {
  const { data: payment } = await testHost.call('POST /payment/wallet/top-up', { body: { amount: 20 } }, { token });
  const [id, now] = [testHost.ctx.random.id(), testHost.clock.now()];
  await testHost.ctx.db.insert(paymentDisputes).values({
    id,
    gateway: 'sandbox',
    disputeId: `dispute-${id}`,
    paymentId: payment._id,
    claimedCents: 2_000n,
    currency: 'usd',
    amountCents: 0n,
    status: 'warning_needs_response',
    reason: 'fraudulent',
    evidenceDueAt: new Date(now.getTime() + 7 * day_ms),
    lookedUpAt: now,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** One public and one locked page of each kind of Ada's content. Their names start with `viewer`. */
export async function pagesOfContent(testHost: TestHost, viewer: string): Promise<Record<string, string>> {
  const { data: ada } = await testHost.call('GET /performers/:id', { params: { id: 'ada' } });
  const query = { performerId: ada._id, pageSize: 50 };
  const found = {
    post: (await testHost.call('GET /user/feeds', { query })).data.data,
    video: (await testHost.call('GET /performer-assets/videos/search', { query })).data.data,
    gallery: (await testHost.call('GET /performer-assets/galleries/search', { query })).data.data,
  };
  const pages: Record<string, string> = {};
  for (const [kind, items] of Object.entries(found))
    for (const isLocked of [false, true]) {
      const item = items.find((candidate) => candidate.isLocked === isLocked);
      if (item) pages[`${viewer}-${kind}${isLocked ? '-locked' : ''}`] = `/${kind}/${item.slug}`;
    }
  return pages;
}

/** The pages of Ada's products. Their names end in the stock, or in `file` for a digital product. */
export async function pagesOfStore(testHost: TestHost, viewer: string): Promise<Record<string, string>> {
  const { data: ada } = await testHost.call('GET /performers/:id', { params: { id: 'ada' } });
  const { data } = await testHost.call('GET /performer-assets/products/search', { query: { performerId: ada._id, limit: 50 } });
  const nameOf = ({ type, stock }: (typeof data.data)[number]): string => (type === 'digital' ? 'file' : `of-${String(stock)}`);
  return Object.fromEntries(data.data.map((product) => [`${viewer}-product-${nameOf(product)}`, `/product/${product.slug}`]));
}

/** The pages of the latest orders, a physical and a digital one, as the given role sees them. */
export async function pagesOfOrders(
  testHost: TestHost,
  role: 'fan' | 'performer' | 'operator',
  token: string,
): Promise<Record<string, string>> {
  const lists = { fan: 'GET /orders/users/search', performer: 'GET /orders/search', operator: 'GET /admin/orders/search' } as const;
  const { data } = await testHost.call(lists[role], {}, { token });
  return Object.fromEntries(data.data.map(({ _id, product }) => [`${role}-order-${product.type}`, `/orders/${_id}`]));
}

/** The sections of a settings page. */
export const sections = (root: string, names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`${root.replaceAll('/', '-').slice(1)}-${name}`, `${root}?section=${name}`]));

function fail(message: string): never {
  throw new Error(message);
}

/** Subscribing and renewing, for tests. */
import { eq } from 'drizzle-orm';
import type { ResponseOf } from '@web/services/call';
import { io } from 'socket.io-client';
import type { ServerEventName, ServerEvents } from '@contract/kernel/events';
import type { TestCardToken } from '@contract/money/test-cards';
import { inTransaction, type Context } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { performers } from '@server/platform/db/schema/performers';
import { checkLedger } from '@server/money/ledger/check';
import { allInvariants } from '@server/site/books/invariants';
import { renew } from '@server/money/payments/subscriptions/renew';
import { claimDueRenewals } from '@server/money/subscriptions/due';
import { password, signUpFan, signUpPerformer } from '../people/people';
import type { ApiResponse, TestHost } from '../host/test-host';
import { maxWait_ms } from '../timing/max-wait';

export interface TestPerson {
  token: string;
  id: string;
  email: string;
}
type Payment = ResponseOf<'POST /payment/subscribe/performers'>;
type Subscription = ResponseOf<'GET /subscriptions/user/search'>['data'][number];

/** Saves a test card and returns its id. */
export async function addCard(testHost: TestHost, { token }: TestPerson, card: TestCardToken = 'test_visa'): Promise<string> {
  const { status, data, errorBody } = await testHost.call(
    'POST /:gateway/cards',
    { params: { gateway: 'stripe' }, body: { token: card } },
    { token },
  );
  if (status !== 200) throw new Error(`no card: ${JSON.stringify(errorBody)}`);
  return data._id;
}

/** A fan with a card. */
export async function fanWithCard(testHost: TestHost, card: TestCardToken = 'test_visa'): Promise<TestPerson & { cardId: string }> {
  const fan = await signUpFan(testHost);
  return { ...fan, cardId: await addCard(testHost, fan, card) };
}

/** A fan with tokens, bought with a saved card. */
export async function fanWithTokens(testHost: TestHost, amount: number): Promise<TestPerson & { cardId: string }> {
  const fan = await fanWithCard(testHost);
  const { status, errorBody } = await testHost.call('POST /payment/wallet/top-up', { body: { amount } }, { token: fan.token });
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(errorBody)}`);
  return fan;
}

/** A performer with prices in cents and, if `freeDays` is given, a free trial. */
export async function performerWithPrices(
  testHost: TestHost,
  monthly: bigint,
  yearly = monthly * 10n,
  freeDays: number | null = null,
): Promise<TestPerson> {
  const performer = await signUpPerformer(testHost);
  const free = freeDays === null ? {} : { isFreeSubscription: true, freeSubscriptionDays: freeDays };
  const prices = { monthlyPriceCents: monthly, yearlyPriceCents: yearly };
  await testHost.ctx.db
    .update(performers)
    .set({ ...prices, ...free })
    .where(eq(performers.accountId, performer.id));
  return performer;
}

type SubscribeOptions = Omit<Parameters<typeof subscribeBody>[0], 'performerId'>;
const subscribeBody = (body: {
  performerId: string;
  type?: 'monthly' | 'yearly' | 'free';
  source?: 'card' | 'wallet';
  cardId?: string;
  promotionId?: string;
  expectedPrice?: number;
}) => body;

/** Subscribes. A free trial needs a confirmed email address, so the fan's is confirmed first. */
export async function subscribe(
  testHost: TestHost,
  fan: TestPerson,
  performer: Pick<TestPerson, 'id'>,
  body: SubscribeOptions = {},
  key?: string,
): Promise<ApiResponse<Payment>> {
  if (body.type === 'free') await confirmEmail(testHost, fan);
  return testHost.call(
    'POST /payment/subscribe/performers',
    { body: subscribeBody({ performerId: performer.id, ...body }) },
    { token: fan.token, ...(key !== undefined && { key }) },
  );
}

/** Confirms the email address, as if the fan had opened the link in the mail. */
export const confirmEmail = ({ ctx }: TestHost, { id }: Pick<TestPerson, 'id'>): Promise<unknown> =>
  ctx.db.update(accounts).set({ emailVerifiedAt: ctx.clock.now() }).where(eq(accounts.id, id));

/** Subscribes, and fails the test if the API rejects it. */
export async function subscribeOrFail(
  testHost: TestHost,
  fan: TestPerson,
  performer: TestPerson,
  body: SubscribeOptions = {},
): Promise<Subscription> {
  const { status, errorBody } = await subscribe(testHost, fan, performer, body);
  if (status !== 200) throw new Error(`not subscribed: ${JSON.stringify(errorBody)}`);
  return subscriptionTo(testHost, fan, performer);
}

/** The fan's subscription to a performer, as the fan's list returns it. */
export async function subscriptionTo(testHost: TestHost, fan: TestPerson, performer: Pick<TestPerson, 'id'>): Promise<Subscription> {
  const query = { performerId: performer.id };
  const { data } = await testHost.call('GET /subscriptions/user/search', { query }, { token: fan.token });
  const [first] = data.data;
  if (!first) throw new Error('there is no subscription');
  return first;
}

/** Whether the fan has access to the performer's page as a subscriber. */
export async function hasAccess(testHost: TestHost, fan: TestPerson, performer: Pick<TestPerson, 'id'>): Promise<boolean> {
  const { data } = await testHost.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
  return data.isSubscribed;
}

/** The number of subscribers on the performer's page. */
export async function subscribersOf(testHost: TestHost, performer: Pick<TestPerson, 'id'>): Promise<number> {
  return (await testHost.call('GET /performers/:id', { params: { id: performer.id } })).data.stats.subscribers;
}

/** Attempts every renewal that is due, each in all of `contexts` concurrently. */
export async function renewDue(...contexts: Context[]): Promise<number> {
  const [first] = contexts;
  if (!first) return 0;
  const due = await inTransaction(first, (tx) => claimDueRenewals(tx, 1000));
  await Promise.all(due.flatMap((renewal) => contexts.map((ctx) => renew(ctx, renewal))));
  return due.length;
}

/** A new session of the same person: the old one may have expired by the test clock. */
export async function signInAgain<S extends TestPerson>(testHost: TestHost, person: S): Promise<S> {
  const { status, data, errorBody } = await testHost.call('POST /auth/login', { body: { username: person.email, password } });
  if (status !== 200) throw new Error(`no session: ${JSON.stringify(errorBody)}`);
  return { ...person, token: data.token };
}

/** Collects the events of one name that an account receives from now on; the test host closes the socket. */
export async function collectEvents<N extends ServerEventName>(
  testHost: TestHost,
  { token }: TestPerson,
  name: N,
): Promise<() => ServerEvents[N][]> {
  const events: ServerEvents[N][] = [];
  const socket = io(testHost.url, { transports: ['websocket'], query: { token }, reconnection: false, forceNew: true });
  socket.onAny((event: string, payload: ServerEvents[N]) => {
    if (event === name) events.push(payload);
  });
  await new Promise((resolve) => void socket.once('connect', () => resolve(null)));
  await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token });
  return () => events;
}

/** The violations of the ledger's invariants; empty if there are none. */
export async function ledgerViolations(testHost: TestHost): Promise<string[]> {
  return (await checkLedger(testHost.ctx, allInvariants)).laws.flatMap(({ law, differences }) =>
    differences.map((difference) => `${law}: ${difference}`),
  );
}

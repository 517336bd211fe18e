/** Subscribing, renewing and what comes of it, for tests. */
import { eq } from 'drizzle-orm';
import type { AnswerOf } from '@web/services/call';
import { io } from 'socket.io-client';
import type { HostEventName, HostEvents } from '@contract/kernel/events';
import type { TestCardToken } from '@contract/money/test-cards';
import { inTransaction, type Context } from '@server/platform/context';
import { accounts, performers } from '@server/platform/db/schema/schema';
import { checkLedger } from '@server/money/ledger/check';
import { laws } from '@server/modules/laws';
import { renew } from '@server/money/payments/subscriptions/renew';
import { takeDue } from '@server/money/subscriptions/due';
import { password, signUpFan, signUpPerformer } from '../kit/people/people';
import type { Answered, World } from '../kit/host/test-host';

export interface Somebody {
  token: string;
  id: string;
  email: string;
}
type Payment = AnswerOf<'POST /payment/subscribe/performers'>;
type Subscription = AnswerOf<'GET /subscriptions/user/search'>['data'][number];

/** Saves a test card and answers its id. */
export async function addCard(world: World, { token }: Somebody, card: TestCardToken = 'test_visa'): Promise<string> {
  const { status, data, refusal } = await world.call(
    'POST /:gateway/cards',
    { params: { gateway: 'stripe' }, body: { token: card } },
    { token },
  );
  if (status !== 200) throw new Error(`no card: ${JSON.stringify(refusal)}`);
  return data._id;
}

/** A fan with a card. */
export async function fanWithCard(world: World, card: TestCardToken = 'test_visa'): Promise<Somebody & { cardId: string }> {
  const fan = await signUpFan(world);
  return { ...fan, cardId: await addCard(world, fan, card) };
}

/** A fan with tokens, bought with a card that she keeps. */
export async function fanWithTokens(world: World, amount: number): Promise<Somebody & { cardId: string }> {
  const fan = await fanWithCard(world);
  const { status, refusal } = await world.call('POST /payment/wallet/top-up', { body: { amount } }, { token: fan.token });
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(refusal)}`);
  return fan;
}

/** A performer with prices in hundredths and, where days are named, a free period. */
export async function performerAt(
  world: World,
  monthly: bigint,
  yearly = monthly * 10n,
  freeDays: number | null = null,
): Promise<Somebody> {
  const performer = await signUpPerformer(world);
  const free = freeDays === null ? {} : { isFreeSubscription: true, freeSubscriptionDays: freeDays };
  const prices = { monthlyPriceCents: monthly, yearlyPriceCents: yearly };
  await world.ctx.db
    .update(performers)
    .set({ ...prices, ...free })
    .where(eq(performers.accountId, performer.id));
  return performer;
}

type Body = Omit<Parameters<typeof subscribeBody>[0], 'performerId'>;
const subscribeBody = (body: {
  performerId: string;
  type?: 'monthly' | 'yearly' | 'free';
  source?: 'card' | 'wallet';
  cardId?: string;
  promotionId?: string;
  expectedPrice?: number;
}) => body;

/** A free period needs a confirmed address: the fan's is. */
export async function subscribe(
  world: World,
  fan: Somebody,
  performer: Pick<Somebody, 'id'>,
  body: Body = {},
  key?: string,
): Promise<Answered<Payment>> {
  if (body.type === 'free') await confirmAddress(world, fan);
  return world.call(
    'POST /payment/subscribe/performers',
    { body: subscribeBody({ performerId: performer.id, ...body }) },
    { token: fan.token, ...(key !== undefined && { key }) },
  );
}

/** As if the fan had opened the link of the mail. */
export const confirmAddress = ({ ctx }: World, { id }: Pick<Somebody, 'id'>): Promise<unknown> =>
  ctx.db.update(accounts).set({ emailVerifiedAt: ctx.clock.now() }).where(eq(accounts.id, id));

/** Subscribes, and fails the test where that is refused. */
export async function subscribed(world: World, fan: Somebody, performer: Somebody, body: Body = {}): Promise<Subscription> {
  const { status, refusal } = await subscribe(world, fan, performer, body);
  if (status !== 200) throw new Error(`not subscribed: ${JSON.stringify(refusal)}`);
  return subscriptionTo(world, fan, performer);
}

/** The fan's subscription to a performer as her list shows it. */
export async function subscriptionTo(world: World, fan: Somebody, performer: Pick<Somebody, 'id'>): Promise<Subscription> {
  const query = { performerId: performer.id };
  const { data } = await world.call('GET /subscriptions/user/search', { query }, { token: fan.token });
  const [first] = data.data;
  if (!first) throw new Error('there is no subscription');
  return first;
}

/** Whether the performer's page is open to the fan as a subscriber. */
export async function hasAccess(world: World, fan: Somebody, performer: Pick<Somebody, 'id'>): Promise<boolean> {
  const { data } = await world.call('GET /performers/:id', { params: { id: performer.id } }, { token: fan.token });
  return data.isSubscribed;
}

/** How many subscribers the performer's page counts. */
export async function subscribersOf(world: World, performer: Pick<Somebody, 'id'>): Promise<number> {
  return (await world.call('GET /performers/:id', { params: { id: performer.id } })).data.stats.subscribers;
}

/** Makes every attempt to renew that is due, each by all of `contexts` at once. */
export async function renewDue(...contexts: Context[]): Promise<number> {
  const [first] = contexts;
  if (!first) return 0;
  const due = await inTransaction(first, (tx) => takeDue(tx, 1000));
  await Promise.all(due.flatMap((renewal) => contexts.map((ctx) => renew(ctx, renewal))));
  return due.length;
}

/** A new session of the same person: the clock may have outlived the old one. */
export async function signInAgain<S extends Somebody>(world: World, somebody: S): Promise<S> {
  const { status, data, refusal } = await world.call('POST /auth/login', { body: { username: somebody.email, password } });
  if (status !== 200) throw new Error(`no session: ${JSON.stringify(refusal)}`);
  return { ...somebody, token: data.token };
}

/** Hears what the host tells somebody of a kind from now on; `world` closes the socket. */
export async function listen<N extends HostEventName>(world: World, { token }: Somebody, name: N): Promise<() => HostEvents[N][]> {
  const heard: HostEvents[N][] = [];
  const socket = io(world.url, { transports: ['websocket'], query: { token }, reconnection: false, forceNew: true });
  socket.onAny((event: string, payload: HostEvents[N]) => {
    if (event === name) heard.push(payload);
  });
  await new Promise((resolve) => void socket.once('connect', () => resolve(null)));
  await socket.timeout(5000).emitWithAck('auth/login', { token });
  return () => heard;
}

/** What breaks the laws of the books; empty when all hold. */
export async function brokenLaws(world: World): Promise<string[]> {
  return (await checkLedger(world.ctx, laws)).laws.flatMap(({ law, differences }) =>
    differences.map((difference) => `${law}: ${difference}`),
  );
}

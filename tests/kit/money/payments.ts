/** Fans who pay by card, for tests: in the sandbox, and at a Stripe stand-in that can be made to fail. */
import { io } from 'socket.io-client';
import type { ServerEventName, ServerEvents } from '@contract/kernel/events';
import type { TestCardToken } from '@contract/money/test-cards';
import { testCards } from '@contract/money/test-cards';
import { realClock } from '@server/kernel/random';
import type { Context } from '@server/platform/context';
import { stripeGateway } from '@server/money/gateways/stripe.gateway';
import { checkLedger } from '@server/money/ledger/check';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { allInvariants } from '@server/site/books/invariants';
import { openStripeStandIn, type StripeStandIn } from '../stand-ins/stripe/stripe';
import { signUpFan } from '../people/people';
import { openTestHost, type TestHost } from '../host/test-host';
import { maxWait_ms } from '../timing/max-wait';

export interface Payer {
  token: string;
  id: string;
  email: string;
}

/** A fan with a test card as the default card. */
export async function fanWithTestCard(testHost: TestHost, card: TestCardToken = 'test_visa'): Promise<Payer> {
  const fan = await signUpFan(testHost);
  await addTestCard(testHost, fan.token, card);
  return fan;
}

/** Adds a test card in the sandbox; returns its id. */
export async function addTestCard(testHost: TestHost, token: string, card: TestCardToken, isDefault = true): Promise<string> {
  const { status, data, errorBody } = await testHost.call(
    'POST /:gateway/cards',
    { params: { gateway: 'stripe' }, body: { token: card, isDefault } },
    { token },
  );
  if (status !== 200) throw new Error(`the card ${card} was not added: ${JSON.stringify(errorBody)}`);
  return data._id;
}

/** A fan who has bought tokens with a test card. */
export async function fanWithBoughtTokens(testHost: TestHost, name: string, amount: number): Promise<Payer> {
  const fan = await signUpFan(testHost, name);
  await addTestCard(testHost, fan.token, 'test_visa');
  const options = { token: fan.token, key: newIdempotencyKey() };
  const { status } = await testHost.call('POST /payment/wallet/top-up', { body: { amount } }, options);
  if (status !== 200) throw new Error(`the top-up returned ${String(status)}`);
  return fan;
}

/** Collects the events of one name that an account receives from now on; the test host closes the socket. */
export async function collectEvents<N extends ServerEventName>(
  testHost: TestHost,
  { token }: { token: string },
  name: N,
): Promise<ServerEvents[N][]> {
  const events: ServerEvents[N][] = [];
  const socket = io(testHost.url, { transports: ['websocket'], query: { token }, reconnection: false, forceNew: true });
  const event: string = name;
  socket.on(event, (payload: ServerEvents[N]) => events.push(payload));
  await new Promise((resolve) => void socket.once('connect', () => resolve(null)));
  await socket.timeout(maxWait_ms).emitWithAck('auth/login', { token });
  return events;
}

let keyCount = 0;
/** A new idempotency key. */
export const newIdempotencyKey = (): string => `key-${(keyCount += 1)}-${process.pid}`;

/** The wallet's balance in cents. */
export const walletBalance = (ctx: Context, accountId: string): Promise<bigint> => balanceOf(ctx, walletOf(accountId));

/** The violations of the ledger's invariants, as texts. */
export async function ledgerViolations(ctx: Context): Promise<string[]> {
  return (await checkLedger(ctx, allInvariants)).laws.flatMap(({ law, differences }) =>
    differences.map((difference) => `${law}: ${difference}`),
  );
}

export interface StripeTestHost {
  testHost: TestHost;
  standIn: StripeStandIn;
  /** A fan who has entered this card in Stripe's form. */
  payer(card?: TestCardToken): Promise<Payer>;
  /** Sends a webhook as Stripe would. */
  deliver(webhook: { body: Buffer; headers: Record<string, string> }, gateway?: string): Promise<Response>;
  close(): Promise<void>;
}

/** Short, so that calls to a gateway that hangs time out within the test. */
const shortTimeouts = { attempt_ms: 250, whole_ms: 500, rateLimitDelays_ms: [20] };

/** An API server whose gateway is a Stripe stand-in, both with the same clock. */
export async function openStripeTestHost(): Promise<StripeTestHost> {
  let now = (): Date => new Date();
  const clock = { ...realClock, now: () => now() };
  const standIn = await openStripeStandIn(clock);
  const defaultGateway = stripeGateway(standIn.options, clock);
  const fastTimeoutGateway = stripeGateway(standIn.options, clock, shortTimeouts);
  // Only calls that are meant to fail get the short timeouts: on a busy machine, any response may take half a second.
  const byName = {
    get stripe() {
      return standIn.hasFaults() ? fastTimeoutGateway : defaultGateway;
    },
  };
  const gateways = { byName, sandbox: null };
  const testHost = await openTestHost(standIn.environment, { gateways });
  now = () => testHost.clock.now();

  const payer = async (card: TestCardToken = 'test_visa'): Promise<Payer> => {
    const fan = await signUpFan(testHost);
    const params = { gateway: 'stripe' };
    const form = await testHost.call('POST /:gateway/cards/intent', { params }, { token: fan.token });
    const number = testCards.find(({ token }) => token === card)?.number ?? '';
    const token = standIn.cards.enterCard(form.data.clientSecret, number);
    const added = await testHost.call('POST /:gateway/cards', { params, body: { token } }, { token: fan.token });
    if (added.status !== 200) throw new Error(`the card was not added: ${JSON.stringify(added.errorBody)}`);
    return fan;
  };

  return {
    testHost,
    standIn,
    payer,
    deliver: ({ body, headers }, gateway = 'stripe') =>
      fetch(`${testHost.url}/webhooks/${gateway}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    close: async () => {
      await testHost.close();
      await standIn.close();
    },
  };
}

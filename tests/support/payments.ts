/** Fans who pay by card, for tests: in the sandbox, and at a Stripe on loopback that can be told to fail. */
import { io } from 'socket.io-client';
import type { HostEventName, HostEvents } from '@contract/kernel/events';
import type { TestCardToken } from '@contract/money/test-cards';
import { testCards } from '@contract/money/test-cards';
import { realClock } from '@server/kernel/random';
import type { Context } from '@server/platform/context';
import { stripeGateway } from '@server/money/gateways/stripe.gateway';
import { checkLedger } from '@server/money/ledger/check';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { laws } from '@server/modules/laws';
import { openStripeStandIn, type StripeStandIn } from '../kit/stand-ins/stripe/stripe';
import { signUpFan } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

export interface Payer {
  token: string;
  id: string;
  email: string;
}

/** A fan with a test card, which is her default one. */
export async function payerWith(world: World, card: TestCardToken = 'test_visa'): Promise<Payer> {
  const fan = await signUpFan(world);
  await addTestCard(world, fan.token, card);
  return fan;
}

/** Adds a test card in the sandbox; answers its id. */
export async function addTestCard(world: World, token: string, card: TestCardToken, isDefault = true): Promise<string> {
  const { status, data, refusal } = await world.call(
    'POST /:gateway/cards',
    { params: { gateway: 'stripe' }, body: { token: card, isDefault } },
    { token },
  );
  if (status !== 200) throw new Error(`the card ${card} was not added: ${JSON.stringify(refusal)}`);
  return data._id;
}

/** Hears what the host tells somebody of a kind from now on; the world closes the socket. */
export async function hear<N extends HostEventName>(world: World, { token }: { token: string }, name: N): Promise<HostEvents[N][]> {
  const heard: HostEvents[N][] = [];
  const socket = io(world.url, { transports: ['websocket'], query: { token }, reconnection: false, forceNew: true });
  const event: string = name;
  socket.on(event, (payload: HostEvents[N]) => heard.push(payload));
  await new Promise((resolve) => void socket.once('connect', () => resolve(null)));
  await socket.timeout(5000).emitWithAck('auth/login', { token });
  return heard;
}

let keys = 0;
/** A fresh key of an intention. */
export const freshKey = (): string => `key-${(keys += 1)}-${process.pid}`;

/** What the wallet holds, in hundredths. */
export const walletHolds = (ctx: Context, accountId: string): Promise<bigint> => balanceOf(ctx, walletOf(accountId));

/** What breaks the laws of the books, in sentences. */
export async function brokenLaws(ctx: Context): Promise<string[]> {
  return (await checkLedger(ctx, laws)).laws.flatMap(({ law, differences }) => differences.map((difference) => `${law}: ${difference}`));
}

export interface StripeWorld {
  world: World;
  standIn: StripeStandIn;
  /** A fan who has entered this card in Stripe's form. */
  payer(card?: TestCardToken): Promise<Payer>;
  /** Sends an event as Stripe would. */
  deliver(webhook: { body: Buffer; headers: Record<string, string> }, gateway?: string): Promise<Response>;
  close(): Promise<void>;
}

/** Short, so that a gateway that hangs is given up within the test. */
const hasty = { attempt_ms: 250, whole_ms: 500, busyPauses_ms: [20] };

/** A host whose gateway is a Stripe on loopback, both by the same clock. */
export async function openStripeWorld(): Promise<StripeWorld> {
  let now = (): Date => new Date();
  const clock = { ...realClock, now: () => now() };
  const standIn = await openStripeStandIn(clock);
  const patient = stripeGateway(standIn.options, clock);
  const impatient = stripeGateway(standIn.options, clock, hasty);
  // Only a call that is to fail is hurried: on a machine that is busy, any answer may take half a second.
  const byName = {
    get stripe() {
      return standIn.hasFaults() ? impatient : patient;
    },
  };
  const gateways = { byName, sandbox: null };
  const world = await openWorld(standIn.environment, { gateways });
  now = () => world.clock.now();

  const payer = async (card: TestCardToken = 'test_visa'): Promise<Payer> => {
    const fan = await signUpFan(world);
    const params = { gateway: 'stripe' };
    const form = await world.call('POST /:gateway/cards/intent', { params }, { token: fan.token });
    const number = testCards.find(({ token }) => token === card)?.number ?? '';
    const token = standIn.cards.enterCard(form.data.clientSecret, number);
    const added = await world.call('POST /:gateway/cards', { params, body: { token } }, { token: fan.token });
    if (added.status !== 200) throw new Error(`the card was not added: ${JSON.stringify(added.refusal)}`);
    return fan;
  };

  return {
    world,
    standIn,
    payer,
    deliver: ({ body, headers }, gateway = 'stripe') =>
      fetch(`${world.url}/webhooks/${gateway}`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { ...headers, 'content-type': 'application/json' },
      }),
    close: async () => {
      await world.close();
      await standIn.close();
    },
  };
}

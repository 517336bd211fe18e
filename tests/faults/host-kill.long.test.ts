/**
 * Money while the API server crashes: it is killed repeatedly under a load of all money operations, restarted, and sent the same
 * requests again. Every acknowledged operation is kept, and none is applied twice or partially. Another API server of the same site
 * creates the accounts and checks the ledger.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { headers } from '@contract/kernel/conventions';
import { realRandom } from '@server/kernel/random';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { reconcile } from '@server/money/payments/reconcile';
import { addPerformers } from '../bench/host/many-performers';
import { addAddress } from '../kit/people/addresses';
import { violatedInvariants } from '../kit/money/ledger';
import { bundle } from '../kit/processes/bundle';
import { performerWithEarnings, type Earner } from '../kit/money/earners';
import { startHost, type HostProcess } from '../kit/processes/host-process';
import { signUpOperator } from '../kit/people/people';
import { addProduct } from '../kit/content/products';
import { fanWithTokens, type TestPerson } from '../kit/money/subscriptions';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const kills = 50;
const fanCount = 3;
/** The host is killed after at most this many responses. */
const responsesMax = 24;
const performerCount = 600;
const inStock = 100_000;

interface CommandResponse {
  status: number;
  data: Record<string, unknown>;
  error?: string;
}
interface Command {
  method?: 'POST' | 'PUT';
  path: string;
  token: string;
  /** Null: the endpoint takes no idempotency key, and a repetition finds the work done. */
  key: string | null;
  body: object;
  /** The part of the response that a repetition must return too. */
  replayedPart(data: CommandResponse['data']): unknown;
  /** Records the effect: called once, when its first response with 200 is known. */
  done(data: CommandResponse['data']): void;
}
interface SentCommand {
  command: Command;
  /** Null: the host was killed before it responded. */
  response: CommandResponse | null;
}

let testHost: TestHost;
let dataDir: string;
let program: string;
let operator: { token: string };
let sellers: Earner[];
let performerIds: string[];
let productIds: string[];
let fans: Fan[];

/** The expected rows and balances, computed from responses alone. */
const expected = { charges: 0, topUps: 0, subscriptions: 0, refunds: 0, payouts: 0, orders: 0, pieces: 0, canceled: new Set<string>() };

const centsOf = (amount: unknown): number => Math.round(Number(amount) * 100);
const paymentFields = ({ _id, status, totalPrice }: CommandResponse['data']): unknown => ({ _id, status, totalPrice });
const wholeResponse = (data: CommandResponse['data']): unknown => data;
const randomOf = <T>(list: readonly T[]): T => list[realRandom.below(list.length)] as T;

/** A fan with their open operations: tips and orders that can be refunded, subscriptions that can be canceled. */
class Fan {
  cents = 0;
  private nextPerformer = 0;
  private readonly tips: { id: string; price: number }[] = [];
  private readonly subscriptions: string[] = [];
  private readonly orders: string[] = [];
  constructor(
    readonly self: TestPerson,
    private readonly addressId: string,
  ) {}

  private command(path: string, body: object, rest: Partial<Command> & Pick<Command, 'done'>): Command {
    return { path, body, token: this.self.token, key: realRandom.id(), replayedPart: wholeResponse, ...rest };
  }

  next(): Command {
    const tip = this.tips.pop();
    const subscription = this.subscriptions.pop();
    const order = this.orders.pop();
    const operations = [
      () => this.tip(),
      () => this.tip(),
      () => this.topUp(),
      () => this.subscribe('wallet'),
      () => this.subscribe('card'),
      () => this.buy(),
      ...(order === undefined ? [] : [() => this.refundOrder(order)]),
      ...(tip ? [() => this.refundTip(tip)] : []),
      ...(subscription === undefined ? [] : [() => this.cancel(subscription)]),
    ];
    return randomOf(operations)();
  }

  private tip(): Command {
    const price = 10 + realRandom.below(500) / 100;
    return this.command(
      `/wallet/charges/tip/${randomOf(sellers).id}`,
      { price, text: 'Bravo' },
      {
        done: (data) => {
          expected.charges += 1;
          this.cents -= centsOf(data['price']);
          this.tips.push({ id: String(data['_id']), price });
        },
      },
    );
  }
  private topUp(): Command {
    return this.command(
      '/payment/wallet/top-up',
      { amount: 50 },
      {
        replayedPart: paymentFields,
        done: (data) => {
          expect(data['status']).toBe('success');
          expected.topUps += 1;
          this.cents += 5_000;
        },
      },
    );
  }
  private subscribe(source: 'wallet' | 'card'): Command {
    const performerId = performerIds[this.nextPerformer];
    this.nextPerformer += 1;
    return this.command(
      '/payment/subscribe/performers',
      { performerId, source, type: 'monthly' },
      {
        replayedPart: paymentFields,
        done: (data) => {
          expect(data['status']).toBe('success');
          expected.subscriptions += 1;
          if (source === 'wallet') this.cents -= centsOf(data['totalPrice']);
          this.subscriptions.push(String(data['subscriptionId']));
        },
      },
    );
  }
  private buy(): Command {
    const lines = productIds.map((productId) => ({ productId, quantity: 1 + realRandom.below(2) }));
    return this.command(
      '/wallet/charges/cart',
      { lines, deliveryAddressId: this.addressId, phoneNumber: '+49 30 1234' },
      {
        done: (data) => {
          for (const order of data['orders'] as { _id: string; totalPrice: number; quantity: number }[]) {
            expected.orders += 1;
            expected.pieces += order.quantity;
            this.cents -= centsOf(order.totalPrice);
            this.orders.push(order._id);
          }
        },
      },
    );
  }
  private refundOrder(id: string): Command {
    return this.command(
      `/orders/${id}/update`,
      { deliveryStatus: 'refunded', note: 'It broke' },
      {
        method: 'PUT',
        token: operator.token,
        done: ({ totalPrice, quantity }) => {
          expected.refunds += 1;
          expected.orders -= 1;
          expected.pieces -= Number(quantity);
          this.cents += centsOf(totalPrice);
        },
      },
    );
  }
  private cancel(id: string): Command {
    return this.command(`/payment/stripe/cancel-subscription/${id}`, {}, { key: null, done: () => expected.canceled.add(id) });
  }
  private refundTip({ id, price }: { id: string; price: number }): Command {
    const amount = Math.ceil(price * 50) / 100;
    return this.command(
      `/admin/charges/${id}/refund`,
      { reason: 'Sent twice', amount },
      {
        token: operator.token,
        done: () => {
          expected.refunds += 1;
          this.cents += centsOf(amount);
        },
      },
    );
  }
}

/** A performer requests a payout; then an operator rejects it, so that the performer can request again. */
class Payouts {
  private open: string | null = null;
  constructor(private readonly performer: Earner) {}

  next(): Command {
    const id = this.open;
    if (id === null)
      return {
        path: '/payout-requests',
        token: this.performer.token,
        key: realRandom.id(),
        body: { amount: 50, method: 'paypal' },
        replayedPart: wholeResponse,
        done: (data) => {
          expected.payouts += 1;
          this.open = String(data['_id']);
        },
      };
    return {
      path: `/admin/payout-requests/${id}/reject`,
      token: operator.token,
      key: null,
      body: { note: 'Not now' },
      replayedPart: wholeResponse,
      done: () => {
        this.open = null;
      },
    };
  }
}

/** Sends a command; null if the host is killed before it responds. */
async function send(host: HostProcess, { method = 'POST', path, token, key, body }: Command): Promise<CommandResponse | null> {
  try {
    const response = await fetch(host.url + path, {
      method,
      headers: { authorization: token, 'content-type': 'application/json', ...(key !== null && { [headers.idempotencyKey]: key }) },
      body: JSON.stringify(body),
    });
    const responseBody = (await response.json()) as Omit<CommandResponse, 'status'>;
    return { status: response.status, data: responseBody.data, ...(responseBody.error !== undefined && { error: responseBody.error }) };
  } catch {
    return null;
  }
}

/** Repeats the request until the result is final: work of the killed host may still be finishing. */
async function requestUntilFinal(host: HostProcess, command: Command): Promise<CommandResponse> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await send(host, command);
    if (!response) throw new Error(`the host does not respond to ${command.path}`);
    if (response.status >= 500) throw new Error(`${command.path} ended in ${JSON.stringify(response)}`);
    // 202: the gateway did not respond in time, so the payment is not final.
    if (response.error !== 'request_in_progress' && response.status !== 202) return response;
    await testHost.ctx.db.execute('select pg_sleep(0.05)');
    // The worker does this once a minute, for payments that were at the gateway when the host was killed.
    if (attempt > 20) {
      testHost.clock.advance({ minutes: 1 });
      await reconcile(testHost.ctx);
    }
  }
  throw new Error(`${command.path} stays in progress`);
}

/** Runs load on the host and kills it after `responseCount` responses; returns all requests with their responses. */
async function killAfter(responseCount: number, host: HostProcess, actors: { next(): Command }[]): Promise<SentCommand[]> {
  const all: SentCommand[] = [];
  const killing: Promise<void>[] = [];
  let remaining = responseCount;
  const runActor = async (actor: { next(): Command }): Promise<void> => {
    for (;;) {
      const command = actor.next();
      const response = await send(host, command);
      all.push({ command, response });
      if (!response) return;
      if (response.status === 200) command.done(response.data);
      remaining -= 1;
      if (remaining === 0) killing.push(host.kill());
    }
  };
  await Promise.all(actors.map(runActor));
  if (killing.length === 0) throw new Error('the host stopped responding before it was killed');
  await Promise.all(killing);
  return all;
}

/** Repeats the request at the restarted host. */
async function repeat(host: HostProcess, { command, response }: SentCommand): Promise<void> {
  if (response && command.key === null) return;
  const repeated = await requestUntilFinal(host, command);
  if (response?.status === 200) {
    expect([repeated.status, command.replayedPart(repeated.data)]).toEqual([200, command.replayedPart(response.data)]);
    return;
  }
  if (repeated.error === 'payout_decided') command.done({});
  if (repeated.status !== 200) return;
  command.done(repeated.data);
  if (command.key !== null)
    expect(command.replayedPart((await requestUntilFinal(host, command)).data)).toEqual(command.replayedPart(repeated.data));
}

async function expectLedger(): Promise<void> {
  const { rows } = await testHost.ctx.db.execute<
    Record<'charges' | 'topUps' | 'subscriptions' | 'refunds' | 'payouts' | 'orders' | 'pieces', number>
  >(`
    select (select count(*)::int from charges where text = 'Bravo') as charges,
      (select count(*)::int from payments where type = 'top_up' and status = 'success') as "topUps",
      (select count(*)::int from payments where type <> 'top_up' and status = 'success') as subscriptions,
      (select count(*)::int from refunds) as refunds,
      (select count(*)::int from payout_requests) as payouts,
      (select count(*)::int from orders where delivery_status = 'processing') as orders,
      (select sum(${inStock} - stock)::int from products) as pieces`);
  const { canceled, ...counts } = expected;
  expect(rows[0]).toEqual(counts);
  for (const fan of fans)
    expect([fan.self.id, Number(await balanceOf(testHost.ctx, walletOf(fan.self.id)))]).toEqual([fan.self.id, fan.cents]);
  const renewing = await testHost.ctx.db.execute<{ id: string }>('select id from subscriptions where is_renewing');
  expect(renewing.rows.filter(({ id }) => canceled.has(id))).toEqual([]);
}

beforeAll(async () => {
  program = bundle('server/main.ts');
  testHost = await openTestHost();
  dataDir = await mkdtemp(join(tmpdir(), 'footlight-host-kill-'));
  operator = await signUpOperator(testHost);
  sellers = [await performerWithEarnings(testHost, 200), await performerWithEarnings(testHost, 200)];
  const client = new pg.Client({ connectionString: testHost.databaseUrl });
  await client.connect();
  await addPerformers(client, 1, performerCount);
  performerIds = (await client.query<{ id: string }>(`select id from accounts where username like 'growth.%'`)).rows.map(({ id }) => id);
  await client.end();
  productIds = [];
  for (const earner of sellers) productIds.push((await addProduct(testHost, earner, { price: 2.5, stock: inStock }))._id);
  fans = [];
  for (let count = 0; count < fanCount; count += 1) {
    const fan = await fanWithTokens(testHost, 300);
    fans.push(new Fan(fan, await addAddress(testHost, fan)));
  }
  for (const fan of fans) fan.cents = 30_000;
  expected.topUps = fanCount;
});
afterAll(async () => {
  await testHost.close();
  await rm(dataDir, { recursive: true, force: true });
});

test(`killed ${kills} times, the API server keeps every acknowledged operation and applies none twice or partially`, async () => {
  const actors = [...fans, ...fans, ...sellers.map((earner) => new Payouts(earner))];
  const start = (): Promise<HostProcess> => startHost(program, { DATABASE_URL: testHost.databaseUrl, DATA_DIR: dataDir });
  let [acknowledged, withoutResponse] = [0, 0];
  let host = await start();
  for (let kill = 0; kill < kills; kill += 1) {
    const sentCommands = await killAfter(1 + realRandom.below(responsesMax), host, actors);
    host = await start();
    await Promise.all(sentCommands.map((sentCommand) => repeat(host, sentCommand)));
    await expectLedger();
    acknowledged += sentCommands.filter(({ response }) => response?.status === 200).length;
    withoutResponse += sentCommands.filter(({ response }) => response === null).length;
  }
  await host.kill();
  expect(await violatedInvariants(testHost)).toEqual([]);
  // Each kill interrupted some request.
  expect(acknowledged).toBeGreaterThan(kills);
  expect(withoutResponse).toBeGreaterThan(kills);
}, 900_000);

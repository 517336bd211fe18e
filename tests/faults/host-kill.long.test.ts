/**
 * Money while the host dies: killed again and again under a load of everything that people do with money, started again
 * unaided, and asked the same again. It has kept every word that it gave, done nothing twice and nothing by half. Another
 * host of the same site has let the people in and looks at the books.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { headers } from '@contract/kernel/conventions';
import { realChance } from '@server/kernel/random';
import { walletOf } from '@server/money/ledger/chart';
import { balanceOf } from '@server/money/ledger/ledger';
import { reconcile } from '@server/modules/payments/reconcile';
import { addPerformers } from '../bench/host/many-performers';
import { homeOf } from '../kit/people/addresses';
import { brokenLaws } from '../support/books';
import { bundled } from '../kit/processes/bundle';
import { performerWith, type Earner } from '../support/earners';
import { startHost, type HostProcess } from '../kit/processes/host-process';
import { signUpOperator } from '../kit/people/people';
import { addProduct } from '../kit/content/products';
import { fanWithTokens, type Somebody } from '../support/subscriptions';
import { openWorld, type World } from '../kit/host/test-host';
import { tries } from '../support/depth';

const kills = tries(6, 50);
const fansCount = 3;
/** The host dies within so many answers. */
const answersMax = 24;
const starsCount = 600;
const inStock = 100_000;

interface Answer {
  status: number;
  data: Record<string, unknown>;
  error?: string;
}
interface Command {
  method?: 'POST' | 'PUT';
  path: string;
  token: string;
  /** Null: the endpoint takes none, and a repetition finds that it is done. */
  key: string | null;
  body: object;
  /** What a repetition says too. */
  told(data: Answer['data']): unknown;
  /** Notes what was done: called once, when its first answer of 200 is known. */
  done(data: Answer['data']): void;
}
interface Sent {
  command: Command;
  /** Null: the host died before it answered. */
  answer: Answer | null;
}

let world: World;
let dataDir: string;
let program: string;
let operator: { token: string };
let earners: Earner[];
let stars: string[];
let wares: string[];
let fans: Fan[];

/** What should stand in the tables and wallets, counted from answers alone. */
const expected = { charges: 0, topUps: 0, subscriptions: 0, refunds: 0, payouts: 0, orders: 0, pieces: 0, cancelled: new Set<string>() };

const centsOf = (amount: unknown): number => Math.round(Number(amount) * 100);
const payment = ({ _id, status, totalPrice }: Answer['data']): unknown => ({ _id, status, totalPrice });
const whole = (data: Answer['data']): unknown => data;
const any = <T>(list: readonly T[]): T => list[realChance.below(list.length)] as T;

/** A fan with what she may still do: tips and orders to be refunded, subscriptions to be cancelled. */
class Fan {
  cents = 0;
  private stars = 0;
  private readonly tips: { id: string; price: number }[] = [];
  private readonly subscriptions: string[] = [];
  private readonly orders: string[] = [];
  constructor(
    readonly self: Somebody,
    private readonly home: string,
  ) {}

  private command(path: string, body: object, rest: Partial<Command> & Pick<Command, 'done'>): Command {
    return { path, body, token: this.self.token, key: realChance.id(), told: whole, ...rest };
  }

  next(): Command {
    const tip = this.tips.pop();
    const subscription = this.subscriptions.pop();
    const order = this.orders.pop();
    const ways = [
      () => this.tip(),
      () => this.tip(),
      () => this.topUp(),
      () => this.subscribe('wallet'),
      () => this.subscribe('card'),
      () => this.buy(),
      ...(order === undefined ? [] : [() => this.giveBack(order)]),
      ...(tip ? [() => this.refund(tip)] : []),
      ...(subscription === undefined ? [] : [() => this.cancel(subscription)]),
    ];
    return any(ways)();
  }

  private tip(): Command {
    const price = 10 + realChance.below(500) / 100;
    return this.command(
      `/wallet/charges/tip/${any(earners).id}`,
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
        told: payment,
        done: (data) => {
          expect(data['status']).toBe('success');
          expected.topUps += 1;
          this.cents += 5_000;
        },
      },
    );
  }
  private subscribe(source: 'wallet' | 'card'): Command {
    const performerId = stars[this.stars];
    this.stars += 1;
    return this.command(
      '/payment/subscribe/performers',
      { performerId, source, type: 'monthly' },
      {
        told: payment,
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
    const lines = wares.map((productId) => ({ productId, quantity: 1 + realChance.below(2) }));
    return this.command(
      '/wallet/charges/cart',
      { lines, deliveryAddressId: this.home, phoneNumber: '+49 30 1234' },
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
  private giveBack(id: string): Command {
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
    return this.command(`/payment/stripe/cancel-subscription/${id}`, {}, { key: null, done: () => expected.cancelled.add(id) });
  }
  private refund({ id, price }: { id: string; price: number }): Command {
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

/** A performer asks for a payout; once it is known, an operator rejects it, so that she may ask again. */
class Payouts {
  private open: string | null = null;
  constructor(private readonly performer: Earner) {}

  next(): Command {
    const id = this.open;
    if (id === null)
      return {
        path: '/payout-requests',
        token: this.performer.token,
        key: realChance.id(),
        body: { amount: 50, method: 'paypal' },
        told: whole,
        done: (data) => {
          expected.payouts += 1;
          this.open = String(data['_id']);
        },
      };
    const rejected = (): void => void (this.open = null);
    return {
      path: `/admin/payout-requests/${id}/reject`,
      token: operator.token,
      key: null,
      body: { note: 'Not now' },
      told: whole,
      done: rejected,
    };
  }
}

/** Sends a command; null when the host dies meanwhile. */
async function send(host: HostProcess, { method = 'POST', path, token, key, body }: Command): Promise<Answer | null> {
  try {
    const response = await fetch(host.url + path, {
      method,
      headers: { authorization: token, 'content-type': 'application/json', ...(key !== null && { [headers.idempotencyKey]: key }) },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Omit<Answer, 'status'>;
    return { status: response.status, data: answer.data, ...(answer.error !== undefined && { error: answer.error }) };
  } catch {
    return null;
  }
}

/** Sends it until the host says something final: what the dead host began may still be ending. */
async function ask(host: HostProcess, command: Command): Promise<Answer> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await send(host, command);
    if (!answer) throw new Error(`the host does not answer ${command.path}`);
    if (answer.status >= 500) throw new Error(`${command.path} ended in ${JSON.stringify(answer)}`);
    if (answer.error !== 'request_in_progress') return answer;
    await world.ctx.db.execute('select pg_sleep(0.05)');
    // As the worker does once a minute, for a payment that was at its gateway when the host died.
    if (tries > 20) {
      world.clock.advance({ minutes: 1 });
      await reconcile(world.ctx);
    }
  }
  throw new Error(`${command.path} stays in progress`);
}

/** Loads the host with work and kills it after so many answers; answers all that was sent to it. */
async function killAfter(answers: number, host: HostProcess, actors: { next(): Command }[]): Promise<Sent[]> {
  const all: Sent[] = [];
  const killing: Promise<void>[] = [];
  let left = answers;
  const act = async (actor: { next(): Command }): Promise<void> => {
    for (;;) {
      const command = actor.next();
      const answer = await send(host, command);
      all.push({ command, answer });
      if (!answer) return;
      if (answer.status === 200) command.done(answer.data);
      left -= 1;
      if (left === 0) killing.push(host.kill());
    }
  };
  await Promise.all(actors.map(act));
  if (killing.length === 0) throw new Error('the host stopped answering before it was killed');
  await Promise.all(killing);
  return all;
}

/** Says the same again to the host that came back. */
async function repeat(host: HostProcess, { command, answer }: Sent): Promise<void> {
  if (answer && command.key === null) return;
  const again = await ask(host, command);
  if (answer?.status === 200) {
    expect([again.status, command.told(again.data)]).toEqual([200, command.told(answer.data)]);
    return;
  }
  if (again.error === 'payout_decided') command.done({});
  if (again.status !== 200) return;
  command.done(again.data);
  if (command.key !== null) expect(command.told((await ask(host, command)).data)).toEqual(command.told(again.data));
}

async function expectBooks(): Promise<void> {
  const { rows } = await world.ctx.db.execute<
    Record<'charges' | 'topUps' | 'subscriptions' | 'refunds' | 'payouts' | 'orders' | 'pieces', number>
  >(`
    select (select count(*)::int from charges where text = 'Bravo') as charges,
      (select count(*)::int from payments where type = 'top_up' and status = 'success') as "topUps",
      (select count(*)::int from payments where type <> 'top_up' and status = 'success') as subscriptions,
      (select count(*)::int from refunds) as refunds,
      (select count(*)::int from payout_requests) as payouts,
      (select count(*)::int from orders where delivery_status = 'processing') as orders,
      (select sum(${inStock} - stock)::int from products) as pieces`);
  const { cancelled, ...counts } = expected;
  expect(rows[0]).toEqual(counts);
  for (const fan of fans)
    expect([fan.self.id, Number(await balanceOf(world.ctx, walletOf(fan.self.id)))]).toEqual([fan.self.id, fan.cents]);
  const renewing = await world.ctx.db.execute<{ id: string }>('select id from subscriptions where is_renewing');
  expect(renewing.rows.filter(({ id }) => cancelled.has(id))).toEqual([]);
}

beforeAll(async () => {
  program = bundled('server/main.ts');
  world = await openWorld();
  dataDir = await mkdtemp(join(tmpdir(), 'footlight-host-kill-'));
  operator = await signUpOperator(world);
  earners = [await performerWith(world, 200), await performerWith(world, 200)];
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await addPerformers(client, 1, starsCount);
  stars = (await client.query<{ id: string }>(`select id from accounts where username like 'growth.%'`)).rows.map(({ id }) => id);
  await client.end();
  wares = [];
  for (const earner of earners) wares.push((await addProduct(world, earner, { price: 2.5, stock: inStock }))._id);
  fans = [];
  for (let count = 0; count < fansCount; count += 1) {
    const fan = await fanWithTokens(world, 300);
    fans.push(new Fan(fan, await homeOf(world, fan)));
  }
  for (const fan of fans) fan.cents = 30_000;
  expected.topUps = fansCount;
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(dataDir, { recursive: true, force: true });
});

test(`killed ${kills} times, the host has kept every word, done nothing twice and nothing by half`, async () => {
  const actors = [...fans, ...fans, ...earners.map((earner) => new Payouts(earner))];
  const start = (): Promise<HostProcess> => startHost(program, { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir });
  let [acknowledged, unanswered] = [0, 0];
  let host = await start();
  for (let kill = 0; kill < kills; kill += 1) {
    const sent = await killAfter(1 + realChance.below(answersMax), host, actors);
    host = await start();
    await Promise.all(sent.map((one) => repeat(host, one)));
    await expectBooks();
    acknowledged += sent.filter(({ answer }) => answer?.status === 200).length;
    unanswered += sent.filter(({ answer }) => answer === null).length;
  }
  await host.kill();
  expect(await brokenLaws(world)).toEqual([]);
  // Each death met somebody in the middle of something.
  expect(acknowledged).toBeGreaterThan(kills);
  expect(unanswered).toBeGreaterThan(kills);
}, 900_000);

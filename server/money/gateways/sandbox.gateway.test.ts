/** What only the sandbox guarantees: its test bank, and independence from the caller's transactions. */
import { randomUUID } from 'node:crypto';
import { testCards } from '@contract/money/test-cards';
import { openPartialHost, type PartialHost } from '../../../tests/kit/host/partial-host';
import type { ChargeOutcome } from './gateway';
import { testCardBehaviors } from './sandbox.cards';
import type { Sandbox } from './sandbox.gateway';

let host: PartialHost;
let sandbox: Sandbox;

beforeAll(async () => {
  host = await openPartialHost(() => undefined);
  if (!host.ctx.gateways.sandbox) throw new Error('no sandbox');
  ({ sandbox } = host.ctx.gateways);
});
afterAll(() => host.close());

async function chargeWith(token: keyof typeof testCardBehaviors): Promise<{ key: string; customer: string; outcome: ChargeOutcome }> {
  const { customer } = await sandbox.createCustomer({ key: randomUUID(), accountId: randomUUID(), email: null });
  const saved = await sandbox.saveCard({ key: randomUUID(), customer, token });
  if (saved.status !== 'saved') throw new Error('not saved');
  const key = randomUUID();
  const outcome = await sandbox.charge({
    key,
    amount_cents: 900n,
    currency: 'eur',
    customer,
    card: saved.card,
    presence: 'on_session',
    description: 'x',
    metadata: {},
  });
  return { key, customer, outcome };
}

const secretOf = (outcome: ChargeOutcome): string => (outcome.status === 'requires_action' ? outcome.clientSecret : '');

test('the test bank keeps the first answer of the fan', async () => {
  const { outcome } = await chargeWith('test_authentication');
  const clientSecret = secretOf(outcome);
  expect(await sandbox.confirm({ clientSecret, answer: 'refused' })).toMatchObject({ status: 'declined', code: 'authentication_failed' });
  expect(await sandbox.confirm({ clientSecret, answer: 'approved' })).toMatchObject({ status: 'declined' });
});

test('twenty concurrent answers to the test bank have the effect of one', async () => {
  const { outcome } = await chargeWith('test_authentication');
  const clientSecret = secretOf(outcome);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_unused, index) => sandbox.confirm({ clientSecret, answer: index % 2 === 0 ? 'approved' : 'refused' })),
  );
  expect(new Set(answers.map((answer) => answer?.status)).size).toBe(1);
});

test('the test bank rejects unknown secrets', async () => {
  await chargeWith('test_authentication');
  expect(await sandbox.confirm({ clientSecret: '', answer: 'approved' })).toBeNull();
  expect(await sandbox.confirm({ clientSecret: 'sandbox_guess', answer: 'approved' })).toBeNull();
});

test("a charge survives a rollback of the caller's transaction", async () => {
  let done: Awaited<ReturnType<typeof chargeWith>> | undefined;
  await expect(
    host.ctx.db.transaction(async () => {
      done = await chargeWith('test_visa');
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  if (!done) throw new Error('no charge');
  const { key, customer, outcome } = done;
  expect(await sandbox.lookUpCharge({ key, customer, chargeId: null, since: host.clock.now() })).toEqual(outcome);
});

test('a fully refunded charge is not disputed', async () => {
  const since = host.clock.now();
  const { outcome } = await chargeWith('test_dispute');
  const chargeId = outcome.chargeId ?? '';
  await sandbox.refund({ key: randomUUID(), chargeId, amount_cents: 900n, currency: 'eur' });
  host.clock.advance({ days: 3 });
  const events = await sandbox.eventsSince(since);
  expect(events.filter((event) => 'chargeId' in event && event.chargeId === chargeId).map(({ type }) => type)).toEqual([
    'charge_changed',
    'refund_changed',
  ]);
});

test('every test card has a valid number, and behaves as described', () => {
  for (const { number, last4 } of testCards) {
    const sum = Array.from(number, Number)
      .reverse()
      .map((digit, position) => digit * (position % 2 === 0 ? 1 : 2))
      .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
    expect(sum % 10).toBe(0);
    expect(number.endsWith(last4)).toBe(true);
  }
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  expect(Object.keys(testCardBehaviors).sort()).toEqual(testCards.map(({ token }) => token).sort());
});

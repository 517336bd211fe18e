/** The gateway interface's rules, tested for every implementation: the sandbox on a real database, Stripe over HTTP on loopback. */
import { randomUUID } from 'node:crypto';
import { testCards, type TestCardToken } from '@contract/money/test-cards';
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import { realRandom } from '@server/kernel/random';
import { connect } from '@server/platform/db/db';
import { makeLogger } from '@server/kernel/log';
import { freshDatabase } from '../../../tests/kit/host/database';
import { openStripeStandIn } from '../../../tests/kit/stand-ins/stripe/stripe';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import { declines, type DeclineCode } from './declines';
import { GatewayRejected, type ChargeParams, type ChargeOutcome, type Gateway, type GatewayEvent } from './gateway';
import { sandboxGateway } from './sandbox.gateway';
import { stripeGateway } from './stripe.gateway';

/** A gateway, with the actions of its users and their banks. */
interface Harness {
  gateway: Gateway;
  clock: TestClock;
  /** The fan enters a card in the form; returns what the browser would send. */
  enterCard(clientSecret: string, number: string): Promise<string>;
  authenticate(clientSecret: string, answer: 'approved' | 'refused'): Promise<unknown>;
  /** The owner of an account completes the onboarding. */
  onboard(accountId: string): Promise<void>;
  /** The number of charges at the provider with this key. */
  chargeCount(key: string): Promise<number>;
  close(): Promise<void>;
}

async function sandboxHarness(): Promise<Harness> {
  const database = await freshDatabase();
  const connection = connect(database.url, makeLogger('silent'));
  const clock = testClock();
  const gateway = sandboxGateway({ db: connection.db, clock, random: realRandom });
  return {
    gateway,
    clock,
    enterCard: (_secret, number) => Promise.resolve(testCards.find((card) => card.number === number)?.token ?? number),
    authenticate: (clientSecret, answer) => gateway.confirm({ clientSecret, answer }),
    onboard: async (accountId) => {
      await gateway.accountLink({ key: randomUUID(), accountId, returnUrl: 'https://site.example/back' });
    },
    chargeCount: async (key) => {
      const { rows } = await connection.pool.query<{ id: string }>("select id from sandbox_acts where key = $1 and kind = 'charge'", [key]);
      return rows.length;
    },
    close: async () => {
      await connection.close();
      await database.drop();
    },
  };
}

async function stripeHarness(): Promise<Harness> {
  const clock = testClock();
  const standIn = await openStripeStandIn(clock);
  return {
    gateway: stripeGateway(standIn.options, clock),
    clock,
    enterCard: (secret, number) => Promise.resolve(standIn.cards.enterCard(secret, number)),
    authenticate: (clientSecret, answer) => {
      standIn.payments.authenticate(clientSecret, answer);
      return Promise.resolve();
    },
    onboard: (accountId) => {
      standIn.connect.completeOnboarding(accountId);
      return Promise.resolve();
    },
    chargeCount: (key) => Promise.resolve(standIn.payments.intents.filter(({ metadata }) => metadata['footlight_key'] === key).length),
    close: () => standIn.close(),
  };
}

const numberOf = (token: TestCardToken): string => testCards.find((card) => card.token === token)?.number ?? '';

describe.each([
  ['sandbox', sandboxHarness],
  ['stripe', stripeHarness],
])('the %s gateway', (_name, open) => {
  let harness: Harness;
  let gateway: Gateway;

  beforeAll(async () => {
    harness = await open();
    ({ gateway } = harness);
  });
  afterAll(() => harness.close());

  const newCustomer = async (): Promise<string> =>
    (await gateway.createCustomer({ key: randomUUID(), accountId: randomUUID(), email: 'fan@example.com' })).customer;

  const enterCard = async (customer: string, token: TestCardToken): Promise<string> => {
    const { clientSecret } = await gateway.createCardSetup({ key: randomUUID(), customer });
    return harness.enterCard(clientSecret, numberOf(token));
  };

  const savedCard = async (customer: string, token: TestCardToken): Promise<string> => {
    const outcome = await gateway.saveCard({ key: randomUUID(), customer, token: await enterCard(customer, token) });
    if (outcome.status !== 'saved') throw new Error(`not saved: ${outcome.status}`);
    return outcome.card;
  };

  const paramsWith = async (token: TestCardToken, changes: Partial<ChargeParams> = {}): Promise<ChargeParams> => {
    const customer = await newCustomer();
    return {
      key: `charge:${randomUUID()}`,
      amount_cents: 1250n,
      currency: 'usd',
      customer,
      card: await savedCard(customer, token),
      presence: 'on_session',
      description: 'Top-up of 12.50',
      metadata: { transaction: randomUUID() },
      ...changes,
    };
  };

  const lookUpCharge = ({ key, customer }: ChargeParams, chargeId: string | null = null): Promise<ChargeOutcome | null> =>
    gateway.lookUpCharge({ key, customer, chargeId, since: harness.clock.now() });

  const idOf = (outcome: ChargeOutcome | null): string => {
    if (!outcome?.chargeId) throw new Error('a charge without an id');
    return outcome.chargeId;
  };

  const eventsOf = async (chargeId: string, since: Date): Promise<GatewayEvent[]> =>
    (await gateway.eventsSince(since)).filter((event) => 'chargeId' in event && event.chargeId === chargeId);

  describe('cards', () => {
    it('are entered in a form and saved', async () => {
      const customer = await newCustomer();
      const setup = await gateway.createCardSetup({ key: randomUUID(), customer });
      expect(setup.clientSecret).not.toBe('');
      expect(setup.publishableKey).not.toBe('');
      const token = await harness.enterCard(setup.clientSecret, numberOf('test_mastercard'));
      expect(await gateway.saveCard({ key: randomUUID(), customer, token })).toMatchObject({
        status: 'saved',
        brand: 'mastercard',
        last4: '4444',
        expMonth: 12,
        expYear: expect.any(Number) as number,
      });
    });

    it('have the same fingerprint only if they have the same number', async () => {
      const fingerprints = await Promise.all(
        (['test_visa', 'test_visa', 'test_mastercard'] as const).map(async (token) => {
          const customer = await newCustomer();
          const outcome = await gateway.saveCard({ key: randomUUID(), customer, token: await enterCard(customer, token) });
          return outcome.status === 'saved' ? outcome.fingerprint : null;
        }),
      );
      expect(fingerprints[0]).toBe(fingerprints[1]);
      expect(fingerprints[0]).not.toBe(fingerprints[2]);
    });

    it('are saved once per key', async () => {
      const customer = await newCustomer();
      const params = { key: randomUUID(), customer, token: await enterCard(customer, 'test_visa') };
      expect(await gateway.saveCard(params)).toEqual(await gateway.saveCard(params));
    });

    it('are declined when the bank rejects saving them', async () => {
      const customer = await newCustomer();
      const token = await enterCard(customer, 'test_unsavable');
      expect(await gateway.saveCard({ key: randomUUID(), customer, token })).toEqual({
        status: 'declined',
        code: 'card_declined',
        message: declines.card_declined,
      });
    });

    it.each(['4242424242424242', 'test_nothing', 'pm_nothing', 'pm_1/../../customers', '', '__proto__'])(
      'are not saved from %j, which is not an entered card',
      async (token) => {
        expect(await gateway.saveCard({ key: randomUUID(), customer: await newCustomer(), token })).toEqual({ status: 'invalid' });
      },
    );

    it('are removed idempotently, and not charged after that', async () => {
      const params = await paramsWith('test_visa');
      await gateway.removeCard({ key: randomUUID(), card: params.card });
      await gateway.removeCard({ key: randomUUID(), card: params.card });
      expect(await gateway.charge(params)).toMatchObject({ status: 'declined', code: 'card_gone', chargeId: null });
      expect(await harness.chargeCount(params.key)).toBe(0);
    });

    it('are not charged for another customer', async () => {
      const params = await paramsWith('test_visa', { customer: await newCustomer() });
      expect(await gateway.charge(params)).toMatchObject({ status: 'declined', code: 'card_gone' });
    });
  });

  describe('charges', () => {
    it.each(['on_session', 'off_session'] as const)('succeed %s', async (presence) => {
      const params = await paramsWith('test_visa', { presence });
      const outcome = await gateway.charge(params);
      expect(outcome).toEqual({
        status: 'succeeded',
        chargeId: expect.any(String) as string,
        amount_cents: 1250n,
      });
      expect(await lookUpCharge(params)).toEqual(outcome);
      expect(await lookUpCharge(params, idOf(outcome))).toEqual(outcome);
    });

    it.each<[TestCardToken, DeclineCode]>([
      ['test_declined', 'card_declined'],
      ['test_insufficient', 'insufficient_funds'],
      ['test_lost', 'lost_or_stolen'],
      ['test_stolen', 'lost_or_stolen'],
      ['test_expired', 'expired_card'],
      ['test_wrong_cvc', 'incorrect_cvc'],
    ])('with %s are declined as %s, with a message for the fan', async (token, code) => {
      const params = await paramsWith(token);
      const outcome = await gateway.charge(params);
      expect(outcome).toEqual({ status: 'declined', code, message: declines[code], chargeId: expect.any(String) as string });
      expect(await lookUpCharge(params)).toEqual(outcome);
    });

    it('have the same message for a stolen card as for any declined one', () => {
      expect(declines.lost_or_stolen).toBe(declines.card_declined);
    });

    it('are declined off session only, with a card that declines renewals', async () => {
      const params = await paramsWith('test_no_renewals');
      expect(await gateway.charge(params)).toMatchObject({ status: 'succeeded' });
      expect(await gateway.charge({ ...params, key: randomUUID(), presence: 'off_session' })).toMatchObject({
        status: 'declined',
        code: 'card_declined',
      });
    });

    it('are made once per key, even with twenty concurrent calls', async () => {
      const params = await paramsWith('test_visa');
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.charge(params)));
      expect(new Set(outcomes.map(idOf)).size).toBe(1);
      expect(await harness.chargeCount(params.key)).toBe(1);
    });

    it('are rejected when the key was used with another amount', async () => {
      const params = await paramsWith('test_visa');
      await gateway.charge(params);
      await expect(gateway.charge({ ...params, amount_cents: 1251n })).rejects.toMatchObject({
        name: 'GatewayRejected',
        reason: 'key_reused',
      });
      expect(await lookUpCharge(params)).toMatchObject({ amount_cents: 1250n });
    });

    it('throw for an amount in yen that is not whole', async () => {
      const params = await paramsWith('test_visa', { currency: 'jpy', amount_cents: 120_000n });
      expect(await gateway.charge(params)).toMatchObject({ status: 'succeeded', amount_cents: 120_000n });
      await expect(gateway.charge({ ...params, key: randomUUID(), amount_cents: 120_050n })).rejects.toThrow(RangeError);
    });

    it.each([0n, -100n])('throw for an amount of %s hundredths', async (amount_cents) => {
      const params = await paramsWith('test_visa');
      await expect(gateway.charge({ ...params, amount_cents })).rejects.toThrow(RangeError);
    });

    it('are not found if the provider never received them', async () => {
      const params = await paramsWith('test_visa');
      expect(await lookUpCharge(params)).toBeNull();
      expect(await lookUpCharge({ ...params, key: 'nothing' }, 'pi_nothing')).toBeNull();
    });
  });

  describe('authentication by the bank', () => {
    const chargeAwaitingConfirmation = async (): Promise<{ params: ChargeParams; outcome: ChargeOutcome & { clientSecret: string } }> => {
      const params = await paramsWith('test_authentication');
      const outcome = await gateway.charge(params);
      if (outcome.status !== 'requires_action') throw new Error(`no authentication required: ${outcome.status}`);
      return { params, outcome };
    };

    it('waits for the fan, and lets the charge succeed when they approve it', async () => {
      const { params, outcome } = await chargeAwaitingConfirmation();
      expect(await lookUpCharge(params)).toEqual(outcome);
      await harness.authenticate(outcome.clientSecret, 'approved');
      expect(await lookUpCharge(params)).toMatchObject({ status: 'succeeded', amount_cents: 1250n, chargeId: idOf(outcome) });
    });

    it('declines the charge when the fan rejects it', async () => {
      const { params, outcome } = await chargeAwaitingConfirmation();
      await harness.authenticate(outcome.clientSecret, 'refused');
      expect(await lookUpCharge(params)).toMatchObject({ status: 'declined', code: 'authentication_failed', chargeId: idOf(outcome) });
    });

    it('can be canceled, and cannot be completed after that', async () => {
      const { params, outcome } = await chargeAwaitingConfirmation();
      const cancellation = { key: randomUUID(), chargeId: idOf(outcome) };
      expect(await gateway.cancelCharge(cancellation)).toEqual({ status: 'canceled', chargeId: idOf(outcome) });
      expect(await gateway.cancelCharge({ ...cancellation, key: randomUUID() })).toMatchObject({ status: 'canceled' });
      await Promise.resolve()
        .then(() => harness.authenticate(outcome.clientSecret, 'approved'))
        .catch(() => undefined);
      expect(await lookUpCharge(params)).toEqual({ status: 'canceled', chargeId: idOf(outcome) });
    });

    it('that was approved before the cancellation leaves the charge succeeded', async () => {
      const { params, outcome } = await chargeAwaitingConfirmation();
      await harness.authenticate(outcome.clientSecret, 'approved');
      expect(await gateway.cancelCharge({ key: randomUUID(), chargeId: idOf(outcome) })).toMatchObject({ status: 'succeeded' });
      expect(await lookUpCharge(params)).toMatchObject({ status: 'succeeded' });
    });

    it('that was rejected leaves a charge that can be canceled', async () => {
      const { params, outcome } = await chargeAwaitingConfirmation();
      await harness.authenticate(outcome.clientSecret, 'refused');
      expect(await gateway.cancelCharge({ key: randomUUID(), chargeId: idOf(outcome) })).toMatchObject({ status: 'canceled' });
      expect(await lookUpCharge(params)).toMatchObject({ status: 'canceled' });
    });

    it('is never required off session: the charge is declined', async () => {
      const params = await paramsWith('test_authentication', { presence: 'off_session' });
      expect(await gateway.charge(params)).toMatchObject({ status: 'declined', code: 'authentication_required' });
    });

    it('of a missing charge cannot be canceled', async () => {
      await expect(gateway.cancelCharge({ key: randomUUID(), chargeId: 'pi_nothing' })).rejects.toMatchObject({ reason: 'unknown' });
    });
  });

  describe('late settlement', () => {
    it.each<[TestCardToken, object]>([
      ['test_late_success', { status: 'succeeded', amount_cents: 1250n }],
      ['test_late_failure', { status: 'declined', code: 'card_declined' }],
    ])('of %s ends with its outcome, which an event reports', async (token, end) => {
      const params = await paramsWith(token);
      const since = harness.clock.now();
      const outcome = await gateway.charge(params);
      expect(outcome).toEqual({ status: 'processing', chargeId: expect.any(String) as string });
      expect(await gateway.cancelCharge({ key: randomUUID(), chargeId: idOf(outcome) })).toMatchObject({ status: 'processing' });
      const before = await eventsOf(idOf(outcome), new Date(since.getTime() - 1000));
      harness.clock.advance({ minutes: 2 });
      expect(await lookUpCharge(params, idOf(outcome))).toMatchObject(end);
      const after = await eventsOf(idOf(outcome), new Date(since.getTime() - 1000));
      expect(after.length).toBe(before.length + 1);
      expect(after.at(-1)).toMatchObject({ type: 'charge_changed', chargeId: idOf(outcome), key: params.key });
    });
  });

  describe('refunds', () => {
    const paidCharge = async (): Promise<{ params: ChargeParams; chargeId: string }> => {
      const params = await paramsWith('test_visa');
      return { params, chargeId: idOf(await gateway.charge(params)) };
    };

    const sumOfRefunds = async (chargeId: string): Promise<bigint> =>
      (await gateway.refundsOf(chargeId)).reduce((sum, { amount_cents }) => sum + amount_cents, 0n);

    it('return a part, then the rest, and no more', async () => {
      const { params, chargeId } = await paidCharge();
      const part = { key: randomUUID(), chargeId, amount_cents: 250n, currency: 'usd' };
      expect(await gateway.refund(part)).toMatchObject({ status: 'succeeded' });
      expect(await lookUpCharge(params, chargeId)).toMatchObject({ status: 'succeeded', amount_cents: 1250n });
      expect(await sumOfRefunds(chargeId)).toBe(250n);
      expect(await gateway.refund({ ...part, key: randomUUID(), amount_cents: 1001n })).toMatchObject({
        status: 'refused',
        refundId: null,
      });
      expect(await gateway.refund({ ...part, key: randomUUID(), amount_cents: 1000n })).toMatchObject({ status: 'succeeded' });
      expect(await gateway.refund({ ...part, key: randomUUID(), amount_cents: 1n })).toMatchObject({ status: 'refused' });
      expect(await sumOfRefunds(chargeId)).toBe(1250n);
    });

    it('are made once per key, found again by key or id, and reported by an event', async () => {
      const { chargeId } = await paidCharge();
      const since = new Date(harness.clock.now().getTime() - 1000);
      const refundParams = { key: randomUUID(), chargeId, amount_cents: 250n, currency: 'usd' };
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => gateway.refund(refundParams)));
      expect(new Set(outcomes.map(({ refundId }) => refundId)).size).toBe(1);
      expect(await sumOfRefunds(chargeId)).toBe(250n);
      expect(await gateway.lookUpRefund({ key: refundParams.key, chargeId, refundId: null })).toEqual(outcomes[0]);
      expect(await gateway.lookUpRefund({ key: refundParams.key, chargeId, refundId: outcomes[0]?.refundId ?? '' })).toEqual(outcomes[0]);
      expect(await gateway.lookUpRefund({ key: 'nothing', chargeId, refundId: null })).toBeNull();
      expect(await eventsOf(chargeId, since)).toContainEqual(expect.objectContaining({ type: 'refund_changed', chargeId }));
      await expect(gateway.refund({ ...refundParams, amount_cents: 251n })).rejects.toMatchObject({ reason: 'key_reused' });
      const { refundId } = outcomes[0] ?? {};
      expect(await gateway.refundsOf(chargeId)).toEqual([{ refundId, key: refundParams.key, amount_cents: 250n, returned: null }]);
      expect(await gateway.refundsOf((await paidCharge()).chargeId)).toEqual([]);
    });

    it('never exceed what was paid, with twenty concurrent calls', async () => {
      const { chargeId } = await paidCharge();
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => gateway.refund({ key: randomUUID(), chargeId, amount_cents: 100n, currency: 'usd' })),
      );
      expect(outcomes.filter(({ status }) => status === 'succeeded')).toHaveLength(12);
      expect(await sumOfRefunds(chargeId)).toBe(1200n);
    });

    it('of an unknown charge throw', async () => {
      await expect(gateway.refund({ key: randomUUID(), chargeId: 'pi_nothing', amount_cents: 1n, currency: 'usd' })).rejects.toThrow(
        GatewayRejected,
      );
    });
  });

  describe('disputes', () => {
    const evidence: Evidence = {
      ...(Object.fromEntries(evidenceFields.map((field) => [field, ''])) as Evidence),
      product: '50 tokens',
      receipt: 'Receipt: R-000001',
      accessLog: '2026-05-01 10:00 UTC: signed in',
      other: 'The customer used all of it.',
    };
    const disputed = async () => {
      const params = await paramsWith('test_dispute');
      const since = new Date(harness.clock.now().getTime() - 1000);
      const chargeId = idOf(await gateway.charge(params));
      harness.clock.advance({ minutes: 61 });
      await lookUpCharge(params, chargeId);
      const opened = (await eventsOf(chargeId, since)).at(-1);
      if (opened?.type !== 'dispute_changed') throw new Error('no event reported the dispute');
      const { disputeId } = opened;
      const later = async (by: { minutes: number } | { days: number }) => {
        harness.clock.advance(by);
        await lookUpCharge(params, chargeId);
        return gateway.lookUpDispute(disputeId);
      };
      return { params, since, chargeId, disputeId, later };
    };

    it('are reported an hour after the payment, and lost without an answer', async () => {
      const params = await paramsWith('test_dispute');
      const since = new Date(harness.clock.now().getTime() - 1000);
      const paidAt = Math.floor(harness.clock.now().getTime() / 1000) * 1000;
      const chargeId = idOf(await gateway.charge(params));
      harness.clock.advance({ minutes: 59 });
      expect((await eventsOf(chargeId, since)).map(({ type }) => type)).toEqual(['charge_changed']);
      harness.clock.advance({ minutes: 2 });
      await lookUpCharge(params, chargeId);
      const opened = (await eventsOf(chargeId, since)).at(-1);
      const { disputeId = '' } = opened as { disputeId?: string };
      expect(opened).toMatchObject({ type: 'dispute_changed', chargeId });
      const expected = { disputeId, chargeId, amount_cents: 1250n, currency: 'usd', reason: 'fraudulent', evidenceKey: null };
      const state = await gateway.lookUpDispute(disputeId);
      expect(state).toMatchObject({ ...expected, status: 'needs_response' });
      expect(Math.abs((state?.dueAt?.getTime() ?? 0) - paidAt - 2 * 86_400_000)).toBeLessThan(2_000);
      harness.clock.advance({ days: 2 });
      await lookUpCharge(params, chargeId);
      const closed = (await eventsOf(chargeId, since)).at(-1);
      expect(closed).toMatchObject({ type: 'dispute_changed', disputeId });
      expect(closed?.id).not.toBe(opened?.id);
      expect(await gateway.lookUpDispute(disputeId)).toMatchObject({ ...expected, status: 'lost' });
    });

    it('are answered once per key, and won with evidence', async () => {
      const { since, chargeId, disputeId, later } = await disputed();
      const submission = { key: `dispute_answer:${randomUUID()}`, disputeId, evidence };
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => gateway.submitEvidence(submission)));
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'received', dispute: { disputeId, status: 'under_review', evidenceKey: submission.key } });
      expect(await gateway.lookUpDispute(disputeId)).toMatchObject({ status: 'under_review', evidenceKey: submission.key });
      await expect(gateway.submitEvidence({ ...submission, evidence: { ...evidence, other: 'Else' } })).rejects.toMatchObject({
        reason: 'key_reused',
      });
      expect(await gateway.submitEvidence({ ...submission, key: randomUUID() })).toMatchObject({ status: 'refused' });
      expect(await gateway.acceptDispute({ key: randomUUID(), disputeId })).toMatchObject({ status: 'refused' });
      expect(await later({ minutes: 2 })).toMatchObject({ status: 'won', evidenceKey: submission.key });
      expect((await eventsOf(chargeId, since)).filter(({ type }) => type === 'dispute_changed')).toHaveLength(3);
    });

    it('are lost when accepted, and accepting again changes nothing', async () => {
      const { disputeId, later } = await disputed();
      const acceptance = { key: randomUUID(), disputeId };
      expect(await gateway.acceptDispute(acceptance)).toMatchObject({ status: 'received', dispute: { status: 'lost', evidenceKey: null } });
      expect(await gateway.acceptDispute(acceptance)).toMatchObject({ status: 'received', dispute: { status: 'lost' } });
      expect(await gateway.acceptDispute({ key: randomUUID(), disputeId })).toMatchObject({
        status: 'received',
        dispute: { status: 'lost' },
      });
      expect(await gateway.submitEvidence({ key: randomUUID(), disputeId, evidence })).toMatchObject({ status: 'refused' });
      expect(await later({ days: 3 })).toMatchObject({ status: 'lost' });
    });

    it('accept no evidence after their deadline', async () => {
      const { disputeId, later } = await disputed();
      await later({ days: 2 });
      expect(await gateway.submitEvidence({ key: randomUUID(), disputeId, evidence })).toEqual({
        status: 'refused',
        message: expect.any(String) as string,
      });
    });

    it('are not found if they do not exist', async () => {
      expect(await gateway.lookUpDispute('dp_nothing')).toBeNull();
    });
  });

  it('returns the same events with the same ids, in order', async () => {
    const since = new Date(harness.clock.now().getTime() - 7 * 86_400_000);
    const [once, again] = [await gateway.eventsSince(since), await gateway.eventsSince(since)];
    expect(again).toEqual(once);
    expect(new Set(once.map(({ id }) => id)).size).toBe(once.length);
    const times = once.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
  });

  describe('payouts', () => {
    const newAccount = async (): Promise<string> => {
      const key = randomUUID();
      const params = { key, performerId: randomUUID(), email: 'ada@example.com', country: 'DE' };
      const { accountId } = await gateway.createAccount(params);
      expect(await gateway.createAccount(params)).toEqual({ accountId });
      return accountId;
    };
    const paramsFor = (accountId: string) => ({
      key: `payout:${randomUUID()}`,
      amount_cents: 5000n,
      currency: 'usd',
      accountId,
      description: 'Payout',
      metadata: { request: randomUUID() },
    });

    it('go to a ready account, once per key', async () => {
      const accountId = await newAccount();
      expect(await gateway.accountState(accountId)).toMatchObject({ isReady: false });
      expect((await gateway.accountState(accountId)).requirements).not.toEqual([]);
      const params = paramsFor(accountId);
      expect(await gateway.payOut(params)).toMatchObject({ status: 'refused', code: 'account_not_ready' });

      const { url } = await gateway.accountLink({ key: randomUUID(), accountId, returnUrl: 'https://site.example/back' });
      expect(url).toMatch(/^https:/);
      await harness.onboard(accountId);
      expect(await gateway.accountState(accountId)).toEqual({ isReady: true, requirements: [] });

      const ready = paramsFor(accountId);
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => gateway.payOut(ready)));
      expect(outcomes[0]).toEqual({ status: 'paid', payoutId: expect.any(String) as string, reversed_cents: 0n });
      expect(new Set(outcomes.map((outcome) => (outcome.status === 'paid' ? outcome.payoutId : ''))).size).toBe(1);
      const payoutId = outcomes[0]?.status === 'paid' ? outcomes[0].payoutId : '';
      expect(await gateway.lookUpPayout({ key: ready.key, accountId, payoutId: null })).toEqual(outcomes[0]);
      expect(await gateway.lookUpPayout({ key: ready.key, accountId, payoutId })).toEqual(outcomes[0]);
      expect(await gateway.lookUpPayout({ key: params.key, accountId, payoutId: null })).toBeNull();
      await expect(gateway.payOut({ ...ready, amount_cents: 5001n })).rejects.toMatchObject({ reason: 'key_reused' });
    });

    it('have an event that reports when the account is ready', async () => {
      const since = new Date(harness.clock.now().getTime() - 1000);
      const accountId = await newAccount();
      await harness.onboard(accountId);
      expect(await gateway.eventsSince(since)).toContainEqual(expect.objectContaining({ type: 'account_changed', accountId }));
    });

    it('throw for an unknown account', async () => {
      await expect(gateway.accountState('acct_nothing')).rejects.toMatchObject({ reason: 'unknown' });
      await expect(
        gateway.accountLink({ key: randomUUID(), accountId: 'acct_nothing', returnUrl: 'https://site.example' }),
      ).rejects.toMatchObject({ reason: 'unknown' });
    });
  });

  it.each<[string, Record<string, string | string[]>]>([
    ['nothing', {}],
    ['nonsense', { 'stripe-signature': 'nonsense' }],
    ['a list', { 'stripe-signature': ['t=1,v1=a', 't=1,v1=b'] }],
  ])('rejects a webhook that is signed with %s', (_case, headers) => {
    expect(gateway.readEvent(Buffer.from('{"id":"evt_1","type":"payment_intent.succeeded"}'), headers)).toBeNull();
  });
});

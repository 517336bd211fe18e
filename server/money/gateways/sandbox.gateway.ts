/**
 * The gateway of a site without API keys: it simulates payments in our database, for test cards only. Real cards cannot be entered:
 * the browser only knows the tokens of test cards, and any other token is rejected here. It writes on its own connections, as an
 * external provider would: a rollback of the caller's transaction does not undo it.
 */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { testCards } from '@contract/money/test-cards';
import type { Random, Clock } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { sandboxObjects } from '../../platform/db/schema/sandbox';
import { isPayable } from './currency';
import { declined, type DeclineCode } from './declines';
import { GatewayRejected, type ChargeParams, type ChargeOutcome, type Gateway, type RefundParams, type RefundOutcome } from './gateway';
import { findSandboxObject, storeOnce, outcomeOf, type SandboxObject } from './sandbox.controls';
import { testCardBehaviors, type TestCardBehavior } from './sandbox.cards';
import { sandboxDisputes } from './sandbox.disputes';
import { sandboxEvents } from './sandbox.events';

export interface Sandbox extends Gateway {
  /**
   * The bank confirmation: the fan approves or rejects the charge of `clientSecret`. A completed or canceled confirmation stays as
   * it is. Null when there is no such charge.
   */
  confirm(params: { clientSecret: string; answer: 'approved' | 'refused' }): Promise<ChargeOutcome | null>;
}

export interface SandboxDependencies {
  /** Not a transaction. */
  db: Db;
  clock: Clock;
  random: Random;
}

const cardLife_years = 4;

export function sandboxGateway({ db, clock, random }: SandboxDependencies): Sandbox {
  /** The columns of every new object. */
  const newObject = (prefix: string): { id: string; createdAt: Date; changedAt: Date } => {
    const now = clock.now();
    return { id: `sandbox_${prefix}_${random.id()}`, createdAt: now, changedAt: now };
  };

  const chargeOf = async (id: string): Promise<SandboxObject> => {
    const charge = await findSandboxObject(db, { id, kind: 'charge' });
    if (!charge) throw new GatewayRejected('unknown', `The sandbox has no charge ${id}`);
    return charge;
  };

  const accountOf = async (id: string): Promise<SandboxObject> => {
    const account = await findSandboxObject(db, { id, kind: 'account' });
    if (!account) throw new GatewayRejected('unknown', `The sandbox has no account ${id}`);
    return account;
  };

  const changeIfStatus = async (id: string, from: SandboxObject['status'][], to: Partial<SandboxObject>): Promise<void> => {
    await db
      .update(sandboxObjects)
      .set({ ...to, changedAt: clock.now() })
      .where(and(eq(sandboxObjects.id, id), inArray(sandboxObjects.status, from)));
  };

  const charge = async (params: ChargeParams): Promise<ChargeOutcome> => {
    assertPayable(params);
    const card = await findSandboxObject(db, { id: params.card, kind: 'card' });
    const isOwn = card?.customer === params.customer;
    // A repeated call returns the first result, even if the card was removed since.
    const isUsable = isOwn && (card.status === 'kept' || (await findSandboxObject(db, { key: params.key })) !== null);
    if (!isUsable || card.token === null) return { ...declined('card_gone'), chargeId: null };
    const stored = await storeOnce(db, params, {
      ...newObject('charge'),
      kind: 'charge',
      customer: params.customer,
      token: card.token,
      amount_cents: params.amount_cents,
      refunded_cents: 0n,
      currency: params.currency,
      ...initialStatus(testCardBehaviors[card.token], params.presence),
      secret: `sandbox_${random.secret()}`,
    });
    return outcomeOf(stored, clock.now());
  };

  const refund = (params: RefundParams): Promise<RefundOutcome> => {
    assertPayable(params);
    return db.transaction(async (tx) => {
      // Locks the charge's row, so that refunds of one charge are sequential.
      const [paid] = await tx
        .select()
        .from(sandboxObjects)
        .where(and(eq(sandboxObjects.id, params.chargeId), eq(sandboxObjects.kind, 'charge')))
        .for('update');
      if (!paid) throw new GatewayRejected('unknown', `The sandbox has no charge ${params.chargeId}`);
      const isNew = (await findSandboxObject(tx, { key: params.key })) === null;
      const refunded_cents = (paid.refunded_cents ?? 0n) + params.amount_cents;
      const isRefundable =
        outcomeOf(paid, clock.now()).status === 'succeeded' &&
        paid.currency === params.currency &&
        refunded_cents <= (paid.amount_cents ?? 0n);
      if (isNew && !isRefundable)
        return { status: 'refused', refundId: null, message: 'This is more than the remaining amount of the charge.' } as const;
      const stored = await storeOnce(tx, params, {
        ...newObject('refund'),
        kind: 'refund',
        parent: paid.id,
        amount_cents: params.amount_cents,
        currency: params.currency,
        status: 'succeeded',
      });
      if (isNew) await tx.update(sandboxObjects).set({ refunded_cents }).where(eq(sandboxObjects.id, paid.id));
      return { status: 'succeeded', refundId: stored.id } as const;
    });
  };

  return {
    ledgerAccount: 'gateway:sandbox',
    isSandbox: true,

    createCustomer: async (params) => {
      const stored = await storeOnce(db, params, { ...newObject('customer'), kind: 'customer', status: 'kept' });
      return { customer: stored.id };
    },

    // There is no form to create: the browser has the list of test cards.
    createCardSetup: ({ customer }) => Promise.resolve({ clientSecret: `sandbox_form_${customer}`, publishableKey: 'sandbox' }),

    saveCard: async (params) => {
      const testCard = testCards.find(({ token }) => token === params.token);
      if (!testCard) return { status: 'invalid' };
      const behavior = testCardBehaviors[testCard.token];
      if (behavior.kind === 'refuses_saving') return declined(behavior.code);
      const { token, brand, last4 } = testCard;
      const stored = await storeOnce(db, params, { ...newObject('card'), kind: 'card', status: 'kept', customer: params.customer, token });
      const expYear = stored.createdAt.getUTCFullYear() + cardLife_years;
      return { status: 'saved', card: stored.id, brand, last4, expMonth: 12, expYear, fingerprint: `sandbox_${token}` };
    },

    removeCard: ({ card }) => changeIfStatus(card, ['kept'], { status: 'removed' }),

    charge,

    lookUpCharge: async ({ key, chargeId }) => {
      const found = await findSandboxObject(db, { ...(chargeId === null ? { key } : { id: chargeId }), kind: 'charge' });
      return found && outcomeOf(found, clock.now());
    },

    cancelCharge: async ({ chargeId }) => {
      await changeIfStatus(chargeId, ['requires_action', 'declined'], { status: 'canceled' });
      return outcomeOf(await chargeOf(chargeId), clock.now());
    },

    confirm: async ({ clientSecret, answer }) => {
      const [charge] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.secret, clientSecret)).limit(1);
      if (!charge) return null;
      await changeIfStatus(
        charge.id,
        ['requires_action'],
        answer === 'approved' ? { status: 'succeeded' } : { status: 'declined', decline: 'authentication_failed' },
      );
      return outcomeOf(await chargeOf(charge.id), clock.now());
    },

    refund,

    lookUpRefund: async ({ key, refundId }) => {
      const found = await findSandboxObject(db, { ...(refundId === null ? { key } : { id: refundId }), kind: 'refund' });
      return found && { status: 'succeeded', refundId: found.id };
    },

    refundsOf: async (chargeId) => {
      const refunds = await db
        .select()
        .from(sandboxObjects)
        .where(and(eq(sandboxObjects.parent, chargeId), eq(sandboxObjects.kind, 'refund')))
        .orderBy(asc(sandboxObjects.createdAt));
      return refunds.map(({ id, key, amount_cents }) => ({ refundId: id, key, amount_cents: amount_cents ?? 0n, returned: null }));
    },

    ...sandboxDisputes({ db, clock, random }),

    createAccount: async (params) => {
      const stored = await storeOnce(db, params, { ...newObject('account'), kind: 'account', status: 'open' });
      return { accountId: stored.id };
    },

    // The sandbox requires no details: creating the link completes the onboarding, and the link is the return URL.
    accountLink: async ({ accountId, returnUrl }) => {
      await accountOf(accountId);
      await changeIfStatus(accountId, ['open'], { status: 'ready' });
      return { url: returnUrl };
    },

    accountState: async (accountId) => {
      const isReady = (await accountOf(accountId)).status === 'ready';
      return { isReady, requirements: isReady ? [] : ['onboarding'] };
    },

    payOut: async (params) => {
      assertPayable(params);
      const account = await accountOf(params.accountId);
      if (account.status !== 'ready')
        return { status: 'refused', code: 'account_not_ready', message: 'The creator hasn’t finished setting up their payout account.' };
      const stored = await storeOnce(db, params, {
        ...newObject('payout'),
        kind: 'payout',
        status: 'succeeded',
        parent: account.id,
        amount_cents: params.amount_cents,
        currency: params.currency,
      });
      return { status: 'paid', payoutId: stored.id, reversed_cents: 0n };
    },

    lookUpPayout: async ({ key, payoutId }) => {
      const found = await findSandboxObject(db, { ...(payoutId === null ? { key } : { id: payoutId }), kind: 'payout' });
      return found && { status: 'paid', payoutId: found.id, reversed_cents: 0n };
    },

    testConnection: () => Promise.resolve('The site’s sandbox is responding. Stripe keys aren’t set, so no real money moves.'),

    // The sandbox sends no webhooks, so any webhook is forged.
    readEvent: () => null,

    eventsSince: (since) => sandboxEvents(db, since, clock.now()),
  };
}

function assertPayable({ amount_cents, currency }: { amount_cents: bigint; currency: string }): void {
  if (!isPayable(amount_cents, currency)) throw new RangeError(`${amount_cents} hundredths cannot be paid in ${currency}`);
}

function initialStatus(
  behavior: TestCardBehavior,
  presence: ChargeParams['presence'],
): { status: SandboxObject['status']; decline: DeclineCode | null } {
  const isOffSession = presence === 'off_session';
  switch (behavior.kind) {
    case 'pays':
    case 'disputes':
      return { status: 'succeeded', decline: null };
    case 'settles_late':
      return { status: 'processing', decline: null };
    case 'requires_action':
      return isOffSession ? { status: 'declined', decline: 'authentication_required' } : { status: 'requires_action', decline: null };
    case 'declines_off_session':
      return isOffSession ? { status: 'declined', decline: behavior.code } : { status: 'succeeded', decline: null };
    case 'declines':
    case 'refuses_saving':
      return { status: 'declined', decline: behavior.code };
  }
}

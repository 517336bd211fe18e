/**
 * The gateway of a site without keys: the whole life of a payment in the host's own database, for test cards only. No real card
 * can be entered: the browser knows the tokens of test cards alone, and any other token is refused here. It writes on its own
 * connections, as an outside provider would: nothing of it is undone when the caller's transaction is.
 */
import { and, asc, eq, inArray } from 'drizzle-orm';
import { testCards } from '@contract/money/test-cards';
import type { Chance, Clock } from '../../platform/context';
import type { Db } from '../../platform/db/db';
import { sandboxActs } from '../../platform/db/schema/schema';
import { isPayable } from './currency';
import { declined, type DeclineCode } from './declines';
import { GatewayRefused, type ChargeOrder, type ChargeOutcome, type Gateway, type RefundOrder, type RefundOutcome } from './gateway';
import { actOf, keepOnce, outcomeOf, type Act } from './sandbox.controls';
import { behaviours, type Behaviour } from './sandbox.cards';
import { sandboxEvents } from './sandbox.events';

export interface Sandbox extends Gateway {
  /**
   * The test bank: what the fan answers to its question about the charge that `clientSecret` opens. An answered or closed question
   * stays as it is. Null when there is no such charge.
   */
  confirm(order: { clientSecret: string; answer: 'approved' | 'refused' }): Promise<ChargeOutcome | null>;
}

export interface SandboxOutside {
  /** Not a transaction. */
  db: Db;
  clock: Clock;
  chance: Chance;
}

const cardLife_years = 4;

export function sandboxGateway({ db, clock, chance }: SandboxOutside): Sandbox {
  /** What every act has. */
  const fresh = (prefix: string): { id: string; createdAt: Date; changedAt: Date } => {
    const now = clock.now();
    return { id: `sandbox_${prefix}_${chance.id()}`, createdAt: now, changedAt: now };
  };

  const chargeOf = async (id: string): Promise<Act> => {
    const charge = await actOf(db, { id, kind: 'charge' });
    if (!charge) throw new GatewayRefused('unknown', `The sandbox has no charge ${id}`);
    return charge;
  };

  const accountOf = async (id: string): Promise<Act> => {
    const account = await actOf(db, { id, kind: 'account' });
    if (!account) throw new GatewayRefused('unknown', `The sandbox has no account ${id}`);
    return account;
  };

  const changeWhere = async (id: string, from: Act['status'][], to: Partial<Act>): Promise<void> => {
    await db
      .update(sandboxActs)
      .set({ ...to, changedAt: clock.now() })
      .where(and(eq(sandboxActs.id, id), inArray(sandboxActs.status, from)));
  };

  const charge = async (order: ChargeOrder): Promise<ChargeOutcome> => {
    assertPayable(order);
    const card = await actOf(db, { id: order.card, kind: 'card' });
    const isOwn = card?.customer === order.customer;
    // An act that was done keeps its answer, even when its card was removed since.
    const isUsable = isOwn && (card.status === 'kept' || (await actOf(db, { key: order.key })) !== null);
    if (!isUsable || card.token === null) return { ...declined('card_gone'), chargeId: null };
    const kept = await keepOnce(db, order, {
      ...fresh('charge'),
      kind: 'charge',
      customer: order.customer,
      token: card.token,
      amount_cents: order.amount_cents,
      refunded_cents: 0n,
      currency: order.currency,
      ...firstState(behaviours[card.token], order.presence),
      secret: `sandbox_${chance.secret()}`,
    });
    return outcomeOf(kept, clock.now());
  };

  const refund = (order: RefundOrder): Promise<RefundOutcome> => {
    assertPayable(order);
    return db.transaction(async (tx) => {
      // The charge's row is the lock: refunds of one charge go one after the other.
      const [paid] = await tx
        .select()
        .from(sandboxActs)
        .where(and(eq(sandboxActs.id, order.chargeId), eq(sandboxActs.kind, 'charge')))
        .for('update');
      if (!paid) throw new GatewayRefused('unknown', `The sandbox has no charge ${order.chargeId}`);
      const isNew = (await actOf(tx, { key: order.key })) === null;
      const refunded_cents = (paid.refunded_cents ?? 0n) + order.amount_cents;
      const hasRoom =
        outcomeOf(paid, clock.now()).status === 'succeeded' &&
        paid.currency === order.currency &&
        refunded_cents <= (paid.amount_cents ?? 0n);
      if (isNew && !hasRoom)
        return { status: 'refused', refundId: null, message: 'This is more than what is left of the charge.' } as const;
      const kept = await keepOnce(tx, order, {
        ...fresh('refund'),
        kind: 'refund',
        parent: paid.id,
        amount_cents: order.amount_cents,
        currency: order.currency,
        status: 'succeeded',
      });
      if (isNew) await tx.update(sandboxActs).set({ refunded_cents }).where(eq(sandboxActs.id, paid.id));
      return { status: 'succeeded', refundId: kept.id } as const;
    });
  };

  return {
    ledgerAccount: 'gateway:sandbox',
    isSandbox: true,

    openCustomer: async (order) => {
      const kept = await keepOnce(db, order, { ...fresh('customer'), kind: 'customer', status: 'kept' });
      return { customer: kept.id };
    },

    // There is no form to open: the browser knows the test cards by itself.
    cardForm: ({ customer }) => Promise.resolve({ clientSecret: `sandbox_form_${customer}`, publishableKey: 'sandbox' }),

    saveCard: async (order) => {
      const testCard = testCards.find(({ token }) => token === order.token);
      if (!testCard) return { status: 'invalid' };
      const behaviour = behaviours[testCard.token];
      if (behaviour.does === 'refuses_saving') return declined(behaviour.code);
      const { token, brand, last4 } = testCard;
      const kept = await keepOnce(db, order, { ...fresh('card'), kind: 'card', status: 'kept', customer: order.customer, token });
      const expYear = kept.createdAt.getUTCFullYear() + cardLife_years;
      return { status: 'saved', card: kept.id, brand, last4, expMonth: 12, expYear, fingerprint: `sandbox_${token}` };
    },

    removeCard: ({ card }) => changeWhere(card, ['kept'], { status: 'removed' }),

    charge,

    lookUp: async ({ key, chargeId }) => {
      const found = await actOf(db, { ...(chargeId === null ? { key } : { id: chargeId }), kind: 'charge' });
      return found && outcomeOf(found, clock.now());
    },

    cancel: async ({ chargeId }) => {
      await changeWhere(chargeId, ['requires_action', 'declined'], { status: 'canceled' });
      return outcomeOf(await chargeOf(chargeId), clock.now());
    },

    confirm: async ({ clientSecret, answer }) => {
      const [charge] = await db.select().from(sandboxActs).where(eq(sandboxActs.secret, clientSecret)).limit(1);
      if (!charge) return null;
      await changeWhere(
        charge.id,
        ['requires_action'],
        answer === 'approved' ? { status: 'succeeded' } : { status: 'declined', decline: 'authentication_failed' },
      );
      return outcomeOf(await chargeOf(charge.id), clock.now());
    },

    refund,

    lookUpRefund: async ({ key, refundId }) => {
      const found = await actOf(db, { ...(refundId === null ? { key } : { id: refundId }), kind: 'refund' });
      return found && { status: 'succeeded', refundId: found.id };
    },

    refundsOf: async (chargeId) => {
      const made = await db
        .select()
        .from(sandboxActs)
        .where(and(eq(sandboxActs.parent, chargeId), eq(sandboxActs.kind, 'refund')))
        .orderBy(asc(sandboxActs.createdAt));
      return made.map(({ id, key, amount_cents }) => ({ refundId: id, key, amount_cents: amount_cents ?? 0n, returned: null }));
    },

    openAccount: async (order) => {
      const kept = await keepOnce(db, order, { ...fresh('account'), kind: 'account', status: 'open' });
      return { accountId: kept.id };
    },

    // The sandbox wants to know nothing: following its link is all, and the link leads straight back.
    accountLink: async ({ accountId, returnUrl }) => {
      await accountOf(accountId);
      await changeWhere(accountId, ['open'], { status: 'ready' });
      return { url: returnUrl };
    },

    accountState: async (accountId) => {
      const isReady = (await accountOf(accountId)).status === 'ready';
      return { isReady, requirements: isReady ? [] : ['onboarding'] };
    },

    payOut: async (order) => {
      assertPayable(order);
      const account = await accountOf(order.accountId);
      if (account.status !== 'ready')
        return { status: 'refused', code: 'account_not_ready', message: 'The owner has not finished the onboarding.' };
      const kept = await keepOnce(db, order, {
        ...fresh('payout'),
        kind: 'payout',
        status: 'succeeded',
        parent: account.id,
        amount_cents: order.amount_cents,
        currency: order.currency,
      });
      return { status: 'paid', payoutId: kept.id, reversed_cents: 0n };
    },

    lookUpPayOut: async ({ key, payoutId }) => {
      const found = await actOf(db, { ...(payoutId === null ? { key } : { id: payoutId }), kind: 'payout' });
      return found && { status: 'paid', payoutId: found.id, reversed_cents: 0n };
    },

    greet: () => Promise.resolve('The sandbox of this site answers: the environment has no keys of Stripe, and no real money moves.'),

    // The sandbox sends no webhooks: whoever sends one made it up.
    readEvent: () => null,

    eventsSince: (since) => sandboxEvents(db, since, clock.now()),
  };
}

function assertPayable({ amount_cents, currency }: { amount_cents: bigint; currency: string }): void {
  if (!isPayable(amount_cents, currency)) throw new RangeError(`${amount_cents} hundredths cannot be paid in ${currency}`);
}

function firstState(behaviour: Behaviour, presence: ChargeOrder['presence']): { status: Act['status']; decline: DeclineCode | null } {
  const isAlone = presence === 'off_session';
  switch (behaviour.does) {
    case 'pays':
    case 'disputes':
      return { status: 'succeeded', decline: null };
    case 'settles_late':
      return { status: 'processing', decline: null };
    case 'asks':
      return isAlone ? { status: 'declined', decline: 'authentication_required' } : { status: 'requires_action', decline: null };
    case 'declines_off_session':
      return isAlone ? { status: 'declined', decline: behaviour.code } : { status: 'succeeded', decline: null };
    case 'declines':
    case 'refuses_saving':
      return { status: 'declined', decline: behaviour.code };
  }
}

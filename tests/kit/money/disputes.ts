/** Payments that a bank disputes, at the Stripe stand-in, for tests. */
import { eq } from 'drizzle-orm';
import type { Right } from '@contract/kernel/rights';
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import { paymentDisputes } from '@server/platform/db/schema/payments';
import { teamMembers } from '@server/platform/db/schema/team';
import { applyEvent } from '@server/money/payments/events';
import { newIdempotencyKey, type Payer, type StripeTestHost } from './payments';
import { signUpOperator } from '../people/people';

/** Evidence with only these parts filled in. */
export const evidenceWith = (parts: Partial<Evidence> = { product: '20 tokens', other: 'All of it was used.' }): Evidence => ({
  ...(Object.fromEntries(evidenceFields.map((field) => [field, ''])) as Evidence),
  ...parts,
});

/** An operator with exactly these rights. */
export async function operatorWith({ testHost }: Pick<StripeTestHost, 'testHost'>, rights: Right[]) {
  const operator = await signUpOperator(testHost);
  await testHost.ctx.db.update(teamMembers).set({ bundle: null, rights }).where(eq(teamMembers.accountId, operator.id));
  return operator;
}

/** Actions on disputes in a test host with a Stripe stand-in. */
export function disputeActions(host: StripeTestHost) {
  const { testHost, standIn: stripe } = host;

  const topUp = async ({ token }: Payer, amount = 20): Promise<string> =>
    (await testHost.call('POST /payment/wallet/top-up', { body: { amount } }, { token, key: newIdempotencyKey() })).data._id;
  const intentOf = (paymentId: string): string =>
    stripe.payments.intents.find(({ metadata }) => metadata['footlight_key'] === `pay_${paymentId}`)?.id ?? '';

  /** Sends the last event of a type and applies it, as the worker would. */
  const processEvent = async (type: string): Promise<void> => {
    const event = stripe.lastEvent(type);
    await host.deliver(stripe.webhook(event, testHost.clock.now()));
    await applyEvent(testHost.ctx, 'stripe', event.id);
  };
  /** The bank changes the dispute of a payment, and the API server processes the event. */
  const updateDispute = async (
    paymentId: string,
    type: `charge.dispute.${'created' | 'updated' | 'closed'}`,
    status: string,
  ): Promise<void> => {
    stripe.payments.dispute(intentOf(paymentId), type, status);
    await processEvent(type);
  };
  const rowOf = async (paymentId: string) => {
    const [row] = await testHost.ctx.db.select().from(paymentDisputes).where(eq(paymentDisputes.paymentId, paymentId));
    if (!row) throw new Error(`payment ${paymentId} is not disputed`);
    return row;
  };
  /** A disputed top-up, with the dispute's id at the gateway and in the database. */
  const disputed = async (status = 'needs_response', amount = 20) => {
    const fan = await host.payer();
    const paymentId = await topUp(fan, amount);
    await updateDispute(paymentId, 'charge.dispute.created', status);
    const { id, disputeId } = await rowOf(paymentId);
    return { fan, paymentId, id, disputeId };
  };
  return { topUp, intentOf, processEvent, updateDispute, rowOf, disputed };
}

/** The operators' dispute endpoints; called with the token that `operator` returns by default. */
export function disputeEndpoints(host: () => StripeTestHost, operator: () => string) {
  return {
    search: (query: object = {}, token = operator()) => host().testHost.call('GET /admin/disputes/search', { query }, { token }),
    read: (id: string, token = operator()) => host().testHost.call('GET /admin/disputes/:id', { params: { id } }, { token }),
    save: (id: string, body = evidenceWith(), token = operator()) =>
      host().testHost.call('PUT /admin/disputes/:id/evidence', { params: { id }, body }, { token }),
    submit: (id: string, body = evidenceWith(), key = newIdempotencyKey(), token = operator()) =>
      host().testHost.call('POST /admin/disputes/:id/submit', { params: { id }, body }, { token, key }),
    accept: (id: string, key = newIdempotencyKey(), token = operator()) =>
      host().testHost.call('POST /admin/disputes/:id/accept', { params: { id } }, { token, key }),
  };
}

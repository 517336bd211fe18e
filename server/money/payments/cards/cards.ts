/** Saved cards. Only the gateway's id of a card is stored. One of an account's cards is the default. */
import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Card as CardSchema } from '@contract/money/money';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type paymentsContract from '@contract/money/payments';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../../platform/context';
import { readPage } from '../../../platform/db/paging';
import { accounts } from '../../../platform/db/schema/accounts';
import { gatewayCustomers, paymentCards } from '../../../platform/db/schema/payments';
import { subscriptions } from '../../../platform/db/schema/subscriptions';
import { fail } from '../../../kernel/api-error';
import { GatewayUnavailable, GatewayRejected, type Gateway, type SavedCard } from '../../gateways/gateway';
import { gatewayFor } from '../../gateways/gateways';
import { providerOf, providersNamed, configuredNameOf } from '../../gateways/names';
import { findAccount, lockAccount, nameOf } from '../../../people/people/rows';
import { gatewayOf } from '../rows';

export type CardResponse = z.output<typeof CardSchema>;
type Contract = typeof paymentsContract;

/** This account's cards at configured gateways. Cards of a removed gateway cannot pay. */
const isOwnCard = (ctx: Context, accountId: string) =>
  and(
    eq(paymentCards.accountId, accountId),
    isNull(paymentCards.removedAt),
    inArray(paymentCards.gateway, Object.values(ctx.gateways.byName).map(providerOf)),
  );

/** The card that pays: the given one, or the default. Rejects with card_not_found and card_required. */
export async function cardToPay(ctx: Context, accountId: string, cardId: string | undefined): Promise<{ id: string; gateway: string }> {
  const condition = cardId === undefined ? eq(paymentCards.isDefault, true) : eq(paymentCards.id, cardId);
  const [card] = await ctx.db
    .select({ id: paymentCards.id, gateway: paymentCards.gateway })
    .from(paymentCards)
    .where(and(isOwnCard(ctx, accountId), condition));
  return card ?? fail(cardId === undefined ? 'card_required' : 'card_not_found');
}

/** Names of the performers whose subscriptions renew with each card. */
async function renewingPerformers(ctx: Context, cardIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.db
    .select({ cardId: subscriptions.cardId, name: accounts.name, username: accounts.username })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.performerId))
    .where(and(inArray(subscriptions.cardId, [...cardIds]), isRenewing))
    .orderBy(asc(subscriptions.createdAt));
  const names = new Map<string, string[]>();
  for (const { cardId, ...performer } of rows) names.set(cardId ?? '', [...(names.get(cardId ?? '') ?? []), nameOf(performer)]);
  return names;
}

const isRenewing = and(
  eq(subscriptions.isRenewing, true),
  eq(subscriptions.source, 'card'),
  inArray(subscriptions.status, ['active', 'past_due']),
);

async function cardResponses(ctx: Context, ids: readonly string[]): Promise<Map<string, CardResponse>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(paymentCards)
    .where(inArray(paymentCards.id, [...ids]));
  const renews = await renewingPerformers(ctx, ids);
  return new Map(
    rows.map(({ id, gateway, brand, last4, month, year, holderName, isDefault, createdAt }) => [
      id,
      {
        _id: id,
        paymentGateway: configuredNameOf(gateway),
        brand,
        last4,
        month,
        year,
        holderName,
        isDefault,
        renews: renews.get(id) ?? [],
        createdAt,
      },
    ]),
  );
}

const cardResponse = async (ctx: Context, id: string): Promise<CardResponse> =>
  (await cardResponses(ctx, [id])).get(id) ?? fail('card_not_found');

/** The account's cards. */
export function searchCards(
  ctx: Context,
  accountId: string,
  query: Parsed<Contract['GET /payment-cards']>['query'],
): Promise<Page<CardResponse>> {
  const { id, createdAt, updatedAt, gateway } = paymentCards;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(paymentCards)
    .where(
      and(
        isOwnCard(ctx, accountId),
        query.paymentGateway === undefined ? undefined : inArray(gateway, providersNamed(query.paymentGateway)),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => cardResponses(ctx, ids));
}

/** The account's customer id at a gateway. Created with the first card; concurrent calls get the same id. */
async function customerAt(ctx: Context, gateway: Gateway, accountId: string): Promise<string> {
  const provider = providerOf(gateway);
  const isThisCustomer = and(eq(gatewayCustomers.accountId, accountId), eq(gatewayCustomers.gateway, provider));
  const existing = ctx.db.select({ id: gatewayCustomers.customerId }).from(gatewayCustomers).where(isThisCustomer);
  const [row] = await existing;
  if (row) return row.id;
  const account = (await findAccount(ctx, accountId)) ?? fail('user_not_found');
  const { customer } = await gateway.createCustomer({ key: `customer_${accountId}`, accountId, email: account.email });
  await ctx.db.insert(gatewayCustomers).values({ accountId, gateway: provider, customerId: customer }).onConflictDoNothing();
  const [result] = await existing;
  return result?.id ?? customer;
}

/** Maps a gateway failure to service_unavailable. Card calls move no money, so the user can simply try again. */
async function withServiceUnavailable<T>(ctx: Context, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof GatewayUnavailable || error instanceof GatewayRejected)) throw error;
    ctx.log.warn({ err: error }, 'a card request to the gateway failed');
    return fail('service_unavailable');
  }
}

async function assertCardLimit(ctx: Context, accountId: string): Promise<void> {
  const [cards] = await ctx.db.select({ number: count() }).from(paymentCards).where(isOwnCard(ctx, accountId));
  if ((cards?.number ?? 0) >= limits.cardsMax) fail('card_limit');
}

/** Parameters for the gateway's card form. Rejects with gateway_unknown and service_unavailable. */
export async function createCardSetup(
  ctx: Context,
  accountId: string,
  name: string,
): Promise<{ clientSecret: string; publishableKey: string }> {
  const gateway = gatewayFor(ctx, name);
  const customer = await withServiceUnavailable(ctx, customerAt(ctx, gateway, accountId));
  return withServiceUnavailable(ctx, gateway.createCardSetup({ key: `form_${ctx.random.id()}`, customer }));
}

type NewCard = Parsed<Contract['POST /:gateway/cards']>['body'];

/**
 * Saves the card of the gateway's `token`. Rejects with gateway_unknown, card_limit, card_declined, card_invalid, card_known and
 * service_unavailable.
 */
export async function addCard(
  ctx: Context,
  accountId: string,
  name: string,
  { token, holderName, isDefault }: NewCard,
): Promise<CardResponse> {
  const gateway = gatewayFor(ctx, name);
  await assertCardLimit(ctx, accountId);
  const customer = await withServiceUnavailable(ctx, customerAt(ctx, gateway, accountId));
  const attempt = createHash('sha256').update(`${accountId} ${token} ${ctx.random.id()}`).digest('base64url');
  const saved = await withServiceUnavailable(ctx, gateway.saveCard({ key: `card_${attempt}`, customer, token }));
  if (saved.status === 'declined') fail('card_declined', { message: saved.message });
  if (saved.status === 'invalid') fail('card_invalid');
  const result = await insertCard(ctx, accountId, providerOf(gateway), saved, {
    holderName: holderName ?? '',
    isDefault: isDefault ?? false,
  });
  if (result !== 'known' && result !== 'full') return cardResponse(ctx, result);
  await removeUnsavedCard(ctx, gateway, saved.card);
  return fail(result === 'known' ? 'card_known' : 'card_limit');
}

/** Removes a card at the gateway when it was not saved here, unless it is the same card that was saved before. */
async function removeUnsavedCard(ctx: Context, gateway: Gateway, card: string): Promise<void> {
  const uses = await ctx.db.$count(paymentCards, and(eq(paymentCards.gateway, providerOf(gateway)), eq(paymentCards.gatewayCardId, card)));
  if (uses === 0)
    await gateway.removeCard({ key: `forget_${card}`, card }).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a card could not be removed at its gateway');
    });
}

/** Inserts the card and returns its id, or `known` when the account already has it, or `full` when it has the maximum number of cards. */
function insertCard(
  ctx: Context,
  accountId: string,
  gateway: string,
  { card, brand, last4, expMonth, expYear, fingerprint }: SavedCard,
  options: { holderName: string; isDefault: boolean },
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const existingCards = await tx.db
      .select({ id: paymentCards.id, gateway: paymentCards.gateway, fingerprint: paymentCards.fingerprint })
      .from(paymentCards)
      .where(isOwnCard(tx, accountId));
    const fingerprintOrId = fingerprint ?? card;
    if (existingCards.some((row) => row.gateway === gateway && row.fingerprint === fingerprintOrId)) return 'known';
    if (existingCards.length >= limits.cardsMax) return 'full';
    const isDefault = options.isDefault || existingCards.length === 0;
    if (isDefault) await clearDefault(tx, accountId);
    const now = tx.clock.now();
    const id = tx.random.id();
    await tx.db.insert(paymentCards).values({
      id,
      accountId,
      gateway,
      gatewayCardId: card,
      fingerprint: fingerprintOrId,
      brand,
      last4,
      month: expMonth,
      year: expYear,
      holderName: options.holderName,
      isDefault,
      createdAt: now,
      updatedAt: now,
    });
    return id;
  });
}

async function clearDefault(tx: Context, accountId: string): Promise<void> {
  await tx.db
    .update(paymentCards)
    .set({ isDefault: false })
    .where(and(eq(paymentCards.accountId, accountId), eq(paymentCards.isDefault, true)));
}

async function lockCard(tx: Context, accountId: string, id: string): Promise<typeof paymentCards.$inferSelect> {
  await lockAccount(tx, accountId);
  const [card] = await tx.db
    .select()
    .from(paymentCards)
    .where(and(isOwnCard(tx, accountId), eq(paymentCards.id, id)));
  return card ?? fail('card_not_found');
}

/** Makes a card the default. Rejects with card_not_found. */
export async function makeDefault(ctx: Context, accountId: string, id: string): Promise<CardResponse> {
  await inTransaction(ctx, async (tx) => {
    await lockCard(tx, accountId, id);
    await clearDefault(tx, accountId);
    await tx.db.update(paymentCards).set({ isDefault: true, updatedAt: tx.clock.now() }).where(eq(paymentCards.id, id));
  });
  return cardResponse(ctx, id);
}

/**
 * Removes a card; a job removes it at the gateway. If it was the default, the newest remaining card becomes the default. Rejects
 * with card_not_found, and with card_in_use while a subscription renews with it.
 */
export async function removeCard(ctx: Context, accountId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const card = await lockCard(tx, accountId, id);
    if ((await tx.db.$count(subscriptions, and(eq(subscriptions.cardId, id), isRenewing))) > 0) fail('card_in_use');
    const now = tx.clock.now();
    await tx.db.update(paymentCards).set({ removedAt: now, isDefault: false, updatedAt: now }).where(eq(paymentCards.id, id));
    if (card.isDefault) await assignNewDefault(tx, accountId);
    await tx.jobs.enqueue(tx.db, 'payments/forget-card', { cardId: id });
  });
}

async function assignNewDefault(tx: Context, accountId: string): Promise<void> {
  const [next] = await tx.db
    .select({ id: paymentCards.id })
    .from(paymentCards)
    .where(isOwnCard(tx, accountId))
    .orderBy(desc(paymentCards.createdAt), desc(paymentCards.id))
    .limit(1);
  if (next) await tx.db.update(paymentCards).set({ isDefault: true }).where(eq(paymentCards.id, next.id));
}

/** Removes a removed card at the gateway. Throws when it has to be retried. */
export async function forgetCard(ctx: Context, id: string): Promise<void> {
  const [card] = await ctx.db.select().from(paymentCards).where(eq(paymentCards.id, id));
  const gateway = card && gatewayOf(ctx, card.gateway);
  if (card && gateway) await gateway.removeCard({ key: `forget_${card.gatewayCardId}`, card: card.gatewayCardId });
}

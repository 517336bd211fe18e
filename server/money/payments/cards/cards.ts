/** Saved cards: known here by the gateway's own id alone. Of the cards of an account one is the default. */
import { createHash } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Card as CardSchema } from '@contract/money/money';
import type { Parsed } from '@contract/endpoint';
import * as limits from '@contract/kernel/limits';
import type paymentsContract from '@contract/money/payments';
import type { Page } from '@contract/kernel/shapes';
import { inTransaction, type Context } from '../../../platform/context';
import { readPage } from '../../../platform/db/paging';
import { accounts, gatewayCustomers, paymentCards, subscriptions } from '../../../platform/db/schema/schema';
import { fail } from '../../../kernel/api-error';
import { GatewayAway, GatewayRefused, type Gateway, type SavedCard } from '../../gateways/gateway';
import { gatewayFor } from '../../gateways/gateways';
import { providerOf, providersNamed, shownGateway } from '../../gateways/names';
import { findAccount, lockAccount, nameOf } from '../../../modules/people/people';
import { gatewayOf } from '../rows';

export type CardAnswer = z.output<typeof CardSchema>;
type Contract = typeof paymentsContract;

/** Rows of this account's cards at the gateways in force; those of a gateway that has gone cannot pay. */
const own = (ctx: Context, accountId: string) =>
  and(
    eq(paymentCards.accountId, accountId),
    isNull(paymentCards.removedAt),
    inArray(paymentCards.gateway, Object.values(ctx.gateways.byName).map(providerOf)),
  );

/** The card that pays: the one named, or the default one. Refuses with card_not_found and card_required. */
export async function cardToPay(ctx: Context, accountId: string, cardId: string | undefined): Promise<{ id: string; gateway: string }> {
  const wanted = cardId === undefined ? eq(paymentCards.isDefault, true) : eq(paymentCards.id, cardId);
  const [card] = await ctx.db
    .select({ id: paymentCards.id, gateway: paymentCards.gateway })
    .from(paymentCards)
    .where(and(own(ctx, accountId), wanted));
  return card ?? fail(cardId === undefined ? 'card_required' : 'card_not_found');
}

/** Whose subscriptions renew with these cards, by name. */
async function renewedBy(ctx: Context, cardIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await ctx.db
    .select({ cardId: subscriptions.cardId, name: accounts.name, username: accounts.username })
    .from(subscriptions)
    .innerJoin(accounts, eq(accounts.id, subscriptions.performerId))
    .where(and(inArray(subscriptions.cardId, [...cardIds]), renewing))
    .orderBy(asc(subscriptions.createdAt));
  const names = new Map<string, string[]>();
  for (const { cardId, ...performer } of rows) names.set(cardId ?? '', [...(names.get(cardId ?? '') ?? []), nameOf(performer)]);
  return names;
}

const renewing = and(
  eq(subscriptions.isRenewing, true),
  eq(subscriptions.source, 'card'),
  inArray(subscriptions.status, ['active', 'past_due']),
);

async function cardAnswers(ctx: Context, ids: readonly string[]): Promise<Map<string, CardAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(paymentCards)
    .where(inArray(paymentCards.id, [...ids]));
  const renews = await renewedBy(ctx, ids);
  return new Map(
    rows.map(({ id, gateway, brand, last4, month, year, holderName, isDefault, createdAt }) => [
      id,
      {
        _id: id,
        paymentGateway: shownGateway(gateway),
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

const cardAnswer = async (ctx: Context, id: string): Promise<CardAnswer> =>
  (await cardAnswers(ctx, [id])).get(id) ?? fail('card_not_found');

/** The account's cards. */
export function searchCards(
  ctx: Context,
  accountId: string,
  query: Parsed<Contract['GET /payment-cards']>['query'],
): Promise<Page<CardAnswer>> {
  const { id, createdAt, updatedAt, gateway } = paymentCards;
  const source = ctx.db
    .select({ id, createdAt, updatedAt })
    .from(paymentCards)
    .where(
      and(own(ctx, accountId), query.paymentGateway === undefined ? undefined : inArray(gateway, providersNamed(query.paymentGateway))),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => cardAnswers(ctx, ids));
}

/** Who the account is at a gateway; made at its first card, and the same whoever makes it first. */
async function customerAt(ctx: Context, gateway: Gateway, accountId: string): Promise<string> {
  const provider = providerOf(gateway);
  const isOurs = and(eq(gatewayCustomers.accountId, accountId), eq(gatewayCustomers.gateway, provider));
  const known = ctx.db.select({ id: gatewayCustomers.customerId }).from(gatewayCustomers).where(isOurs);
  const [row] = await known;
  if (row) return row.id;
  const account = (await findAccount(ctx, accountId)) ?? fail('user_not_found');
  const { customer } = await gateway.openCustomer({ key: `customer_${accountId}`, accountId, email: account.email });
  await ctx.db.insert(gatewayCustomers).values({ accountId, gateway: provider, customerId: customer }).onConflictDoNothing();
  const [kept] = await known;
  return kept?.id ?? customer;
}

/** Turns a gateway that does not serve into a refusal: cards move no money, and the same step may simply be taken again. */
async function served<T>(ctx: Context, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof GatewayAway || error instanceof GatewayRefused)) throw error;
    ctx.log.warn({ err: error }, 'a gateway kept no card');
    return fail('service_unavailable');
  }
}

async function assertRoom(ctx: Context, accountId: string): Promise<void> {
  const [cards] = await ctx.db.select({ number: count() }).from(paymentCards).where(own(ctx, accountId));
  if ((cards?.number ?? 0) >= limits.cardsMax) fail('card_limit');
}

/** What the gateway's own card form needs. Refuses with gateway_unknown and service_unavailable. */
export async function openCardForm(
  ctx: Context,
  accountId: string,
  name: string,
): Promise<{ clientSecret: string; publishableKey: string }> {
  const gateway = gatewayFor(ctx, name);
  const customer = await served(ctx, customerAt(ctx, gateway, accountId));
  return served(ctx, gateway.cardForm({ key: `form_${ctx.chance.id()}`, customer }));
}

type NewCard = Parsed<Contract['POST /:gateway/cards']>['body'];

/**
 * Keeps a card that the gateway knows by `token`. Refuses with gateway_unknown, card_limit, card_declined, card_invalid,
 * card_known and service_unavailable.
 */
export async function addCard(
  ctx: Context,
  accountId: string,
  name: string,
  { token, holderName, isDefault }: NewCard,
): Promise<CardAnswer> {
  const gateway = gatewayFor(ctx, name);
  await assertRoom(ctx, accountId);
  const customer = await served(ctx, customerAt(ctx, gateway, accountId));
  const attempt = createHash('sha256').update(`${accountId} ${token} ${ctx.chance.id()}`).digest('base64url');
  const saved = await served(ctx, gateway.saveCard({ key: `card_${attempt}`, customer, token }));
  if (saved.status === 'declined') fail('card_declined', { message: saved.message });
  if (saved.status === 'invalid') fail('card_invalid');
  const kept = await keep(ctx, accountId, providerOf(gateway), saved, { holderName: holderName ?? '', isDefault: isDefault ?? false });
  if (kept !== 'known' && kept !== 'full') return cardAnswer(ctx, kept);
  await forgetUnkept(ctx, gateway, saved.card);
  return fail(kept === 'known' ? 'card_known' : 'card_limit');
}

/** A card that was saved at the gateway and is not kept here is forgotten there, unless it is the very one that was kept before. */
async function forgetUnkept(ctx: Context, gateway: Gateway, card: string): Promise<void> {
  const uses = await ctx.db.$count(paymentCards, and(eq(paymentCards.gateway, providerOf(gateway)), eq(paymentCards.gatewayCardId, card)));
  if (uses === 0)
    await gateway.removeCard({ key: `forget_${card}`, card }).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a card stayed at its gateway');
    });
}

function keep(
  ctx: Context,
  accountId: string,
  gateway: string,
  { card, brand, last4, expMonth, expYear, fingerprint }: SavedCard,
  wishes: { holderName: string; isDefault: boolean },
): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, accountId);
    const present = await tx.db
      .select({ id: paymentCards.id, gateway: paymentCards.gateway, fingerprint: paymentCards.fingerprint })
      .from(paymentCards)
      .where(own(tx, accountId));
    const mark = fingerprint ?? card;
    if (present.some((row) => row.gateway === gateway && row.fingerprint === mark)) return 'known';
    if (present.length >= limits.cardsMax) return 'full';
    const isDefault = wishes.isDefault || present.length === 0;
    if (isDefault) await clearDefault(tx, accountId);
    const now = tx.clock.now();
    const id = tx.chance.id();
    await tx.db.insert(paymentCards).values({
      id,
      accountId,
      gateway,
      gatewayCardId: card,
      fingerprint: mark,
      brand,
      last4,
      month: expMonth,
      year: expYear,
      holderName: wishes.holderName,
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
    .where(and(own(tx, accountId), eq(paymentCards.id, id)));
  return card ?? fail('card_not_found');
}

/** Makes a card the default one. Refuses with card_not_found. */
export async function makeDefault(ctx: Context, accountId: string, id: string): Promise<CardAnswer> {
  await inTransaction(ctx, async (tx) => {
    await lockCard(tx, accountId, id);
    await clearDefault(tx, accountId);
    await tx.db.update(paymentCards).set({ isDefault: true, updatedAt: tx.clock.now() }).where(eq(paymentCards.id, id));
  });
  return cardAnswer(ctx, id);
}

/**
 * Removes a card; the gateway forgets it by a job. The newest of the others becomes the default one where it was that. Refuses
 * with card_not_found, and card_in_use while a subscription renews with it.
 */
export async function removeCard(ctx: Context, accountId: string, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const card = await lockCard(tx, accountId, id);
    if ((await tx.db.$count(subscriptions, and(eq(subscriptions.cardId, id), renewing))) > 0) fail('card_in_use');
    const now = tx.clock.now();
    await tx.db.update(paymentCards).set({ removedAt: now, isDefault: false, updatedAt: now }).where(eq(paymentCards.id, id));
    if (card.isDefault) await passDefaultOn(tx, accountId);
    await tx.jobs.enqueue(tx.db, 'payments/forget-card', { cardId: id });
  });
}

async function passDefaultOn(tx: Context, accountId: string): Promise<void> {
  const [next] = await tx.db
    .select({ id: paymentCards.id })
    .from(paymentCards)
    .where(own(tx, accountId))
    .orderBy(desc(paymentCards.createdAt), desc(paymentCards.id))
    .limit(1);
  if (next) await tx.db.update(paymentCards).set({ isDefault: true }).where(eq(paymentCards.id, next.id));
}

/** Lets the gateway forget a card that was removed here. Throws when it has to be tried later. */
export async function forgetCard(ctx: Context, id: string): Promise<void> {
  const [card] = await ctx.db.select().from(paymentCards).where(eq(paymentCards.id, id));
  const gateway = card && gatewayOf(ctx, card.gateway);
  if (card && gateway) await gateway.removeCard({ key: `forget_${card.gatewayCardId}`, card: card.gatewayCardId });
}

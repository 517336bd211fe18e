/** A fan's changes to an active subscription: renewing it again, and how it is paid. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Parsed } from '@contract/kernel/endpoint';
import type subscriptionsContract from '@contract/money/subscriptions';
import { walletSource } from '@contract/kernel/values/money';
import type { Context } from '../../platform/context';
import { paymentCards } from '../../platform/db/schema/payments';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { nextPriceOf } from './prices';
import {
  findSubscription,
  publishChange,
  subscriptionResponse,
  updateSubscription,
  type SubscriptionResponse,
  type SubscriptionRow,
  withLocked,
} from './rows';
import { isActiveAt } from './state';

type Changes = Parsed<(typeof subscriptionsContract)['PUT /subscriptions/:id']>['body'];
type Columns = Partial<SubscriptionRow>;
/** The given card of an account, or the default one. Rejects with card_not_found and card_required. */
export type ChooseCard = (tx: Context, accountId: string, cardId: string | undefined) => Promise<{ id: string }>;

const failField = (path: string, message: string): never => fail('invalid_request', { issues: [{ path, message }] });

async function isSavedCard(tx: Context, cardId: string): Promise<boolean> {
  return (await tx.db.$count(paymentCards, and(eq(paymentCards.id, cardId), isNull(paymentCards.removedAt)))) > 0;
}

/** The payment source of a resumed renewal without a new choice: as before, or the default card when the old one was removed. */
async function previousSource(tx: Context, row: SubscriptionRow, chooseCard: ChooseCard): Promise<Columns> {
  if (row.source === walletSource || (row.cardId !== null && (await isSavedCard(tx, row.cardId)))) return {};
  return { cardId: (await chooseCard(tx, row.userId, undefined)).id };
}

/** The newly chosen payment source. A past-due renewal is retried with it immediately. */
async function chosenSource(tx: Context, row: SubscriptionRow, { source, cardId }: Changes, chooseCard: ChooseCard): Promise<Columns> {
  const retryNow = row.status === 'past_due' ? { renewsAt: tx.clock.now() } : {};
  if (source === walletSource) {
    if (cardId !== undefined) failField('cardId', 'Don’t choose a card when paying from the wallet.');
    return { source, cardId: null, ...retryNow };
  }
  return { source: 'card', cardId: (await chooseCard(tx, row.userId, cardId)).id, ...retryNow };
}

/** Resumes the renewal at the end of the period, at the announced price or else today's. */
async function resumed(tx: Context, row: SubscriptionRow): Promise<Columns> {
  const price = row.noticedAt === null ? { priceCents: await nextPriceOf(tx, row) } : {};
  return { status: 'active', isRenewing: true, renewsAt: row.expiresAt, cancelledAt: null, ...price };
}

async function columnsOf(tx: Context, row: SubscriptionRow, changes: Changes, chooseCard: ChooseCard): Promise<Columns> {
  const isResuming = changes.isRenewing === true && !row.isRenewing;
  const hasNewSource = changes.source !== undefined || changes.cardId !== undefined;
  return {
    ...(isResuming && (await resumed(tx, row))),
    ...(isResuming && !hasNewSource && (await previousSource(tx, row, chooseCard))),
    ...(hasNewSource && (await chosenSource(tx, row, changes, chooseCard))),
  };
}

/**
 * Resumes the renewal of the fan's subscription, or changes how it is paid. Rejects with subscription_not_found, with
 * subscription_expired once access has ended, with card_not_found and card_required, and with invalid_request for a free trial,
 * which has no payment source.
 */
export async function changeSubscription(
  ctx: Context,
  actor: Actor,
  id: string,
  changes: Changes,
  chooseCard: ChooseCard,
): Promise<SubscriptionResponse> {
  const found = await findSubscription(ctx, id);
  if (found?.userId !== actor.id) return fail('subscription_not_found');
  await withLocked(ctx, found, async (tx, row) => {
    if (!isActiveAt(row, tx.clock.now())) fail('subscription_expired');
    if (row.type === 'free') failField('isRenewing', 'Free trials don’t renew. Subscribe to keep access.');
    await publishChange(tx, await updateSubscription(tx, id, await columnsOf(tx, row, changes, chooseCard)));
  });
  return subscriptionResponse(ctx, id, { kind: 'fan', id: actor.id });
}

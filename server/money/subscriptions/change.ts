/** What a fan changes of a running subscription: that it renews again, and what pays for it. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Parsed } from '@contract/endpoint';
import type subscriptionsContract from '@contract/money/subscriptions';
import { walletSource } from '@contract/values';
import type { Context } from '../../platform/context';
import { paymentCards } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { nextPriceOf } from '../../modules/subscriptions/prices';
import {
  findSubscription,
  publishChange,
  subscriptionAnswer,
  update,
  type SubscriptionAnswer,
  type SubscriptionRow,
  withLocked,
} from './rows';
import { isRunning } from './state';

type Changes = Parsed<(typeof subscriptionsContract)['PUT /subscriptions/:id']>['body'];
type Columns = Partial<SubscriptionRow>;
/** The named card of an account, else the one that pays unless another is chosen. Refuses with card_not_found and card_required. */
export type ChooseCard = (tx: Context, accountId: string, cardId: string | undefined) => Promise<{ id: string }>;

const wrong = (path: string, message: string): never => fail('invalid_request', { issues: [{ path, message }] });

async function isKept(tx: Context, cardId: string): Promise<boolean> {
  return (await tx.db.$count(paymentCards, and(eq(paymentCards.id, cardId), isNull(paymentCards.removedAt)))) > 0;
}

/** What pays when it is to renew again and nothing else was chosen: as before, or another card when that one is gone. */
async function sourceKept(tx: Context, row: SubscriptionRow, chooseCard: ChooseCard): Promise<Columns> {
  if (row.source === walletSource || (row.cardId !== null && (await isKept(tx, row.cardId)))) return {};
  return { cardId: (await chooseCard(tx, row.userId, undefined)).id };
}

/** What pays from now on. A renewal that is past due is tried with it at once. */
async function sourceChosen(tx: Context, row: SubscriptionRow, { source, cardId }: Changes, chooseCard: ChooseCard): Promise<Columns> {
  const again = row.status === 'past_due' ? { renewsAt: tx.clock.now() } : {};
  if (source === walletSource) {
    if (cardId !== undefined) wrong('cardId', 'The wallet needs no card.');
    return { source, cardId: null, ...again };
  }
  return { source: 'card', cardId: (await chooseCard(tx, row.userId, cardId)).id, ...again };
}

/** It renews again at its end, at the price that was announced, else today's. */
async function resumed(tx: Context, row: SubscriptionRow): Promise<Columns> {
  const price = row.noticedAt === null ? { priceCents: await nextPriceOf(tx, row) } : {};
  return { status: 'active', isRenewing: true, renewsAt: row.expiresAt, cancelledAt: null, ...price };
}

async function columnsOf(tx: Context, row: SubscriptionRow, changes: Changes, chooseCard: ChooseCard): Promise<Columns> {
  const resumes = changes.isRenewing === true && !row.isRenewing;
  const chooses = changes.source !== undefined || changes.cardId !== undefined;
  return {
    ...(resumes && (await resumed(tx, row))),
    ...(resumes && !chooses && (await sourceKept(tx, row, chooseCard))),
    ...(chooses && (await sourceChosen(tx, row, changes, chooseCard))),
  };
}

/**
 * Lets the fan's subscription renew again, or changes what pays for it. Refuses with subscription_not_found,
 * subscription_expired once access has ended, card_not_found, card_required, and invalid_request for a free period, which
 * nothing pays for.
 */
export async function changeSubscription(
  ctx: Context,
  actor: Actor,
  id: string,
  changes: Changes,
  chooseCard: ChooseCard,
): Promise<SubscriptionAnswer> {
  const found = await findSubscription(ctx, id);
  if (found?.userId !== actor.id) return fail('subscription_not_found');
  await withLocked(ctx, found, async (tx, row) => {
    if (!isRunning(row, tx.clock.now())) fail('subscription_expired');
    if (row.type === 'free') wrong('isRenewing', 'A free period does not renew. Subscribe to go on after it.');
    await publishChange(tx, await update(tx, id, await columnsOf(tx, row, changes, chooseCard)));
  });
  return subscriptionAnswer(ctx, id, { kind: 'fan', id: actor.id });
}

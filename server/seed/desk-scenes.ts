/** What operators run beside the site: two programs that are told what happens, one of them away for some hours, one given up. */
import { eq } from 'drizzle-orm';
import type { DeliveryState, WebhookEvent } from '@contract/values';
import { inTransaction, type Context } from '../platform/context';
import { webhookDeliveries, webhooks } from '../platform/db/schema/schema';
import { addWebhook, changeWebhook } from '../site/webhooks/manage';
import { bodyOf, type WebhookData } from '../platform/webhooks/emit';
import { actorOf, ago, here } from './accounts';

/** Ids of accounts: who runs the site, and of whom the programs were told. */
export interface Desk {
  operator: string;
  about: string;
}

const hour = 60;
const day = 24 * hour;

/** What became of a message that was written some minutes ago. */
interface Told {
  event: WebhookEvent;
  writtenAgo: number;
  triedAgo: number;
  state: DeliveryState;
  tries: number;
  outcome: string;
}

/** Names that lead nowhere, by their ending: nobody hears what a demonstration would send. */
const books = {
  url: 'https://books.example/from-the-site',
  events: ['payout.done', 'performer.verified'] satisfies WebhookEvent[],
  told: [
    { event: 'performer.verified', writtenAgo: 6 * day, triedAgo: 6 * day, state: 'delivered', tries: 1, outcome: 'Answered 200.' },
    { event: 'payout.done', writtenAgo: 2 * day, triedAgo: 2 * day - 6, state: 'delivered', tries: 3, outcome: 'Answered 204.' },
    { event: 'payout.done', writtenAgo: 3 * hour, triedAgo: 5, state: 'pending', tries: 6, outcome: 'Answered 503.' },
  ] satisfies Told[],
};
const chat = {
  url: 'https://chat.example/hooks/desk',
  events: ['report.filed', 'contact.received'] satisfies WebhookEvent[],
  told: [
    {
      ...{ event: 'report.filed', writtenAgo: 5 * day, triedAgo: 4 * day, state: 'failed', tries: 12 },
      outcome: 'Nobody answers at this address.',
    },
  ] satisfies Told[],
};
/** The pause before the next try of what waits. */
const nextTry = 2 * hour;

/** What a message of each kind says. */
function dataOf(ctx: Context, event: WebhookEvent, performerId: string): WebhookData {
  const id = ctx.chance.id();
  if (event === 'payout.done') return { payoutId: id, performerId, amount: 80, method: 'banking' };
  if (event === 'report.filed') return { reportId: id, target: 'performer', targetId: performerId, reason: 'spam' };
  return { performerId };
}

/** Writes down what a worker would have: nothing was sent. */
async function noteTold(tx: Context, webhookId: string, about: string, told: Told): Promise<void> {
  const { event, writtenAgo, triedAgo, ...became } = told;
  const [written, tried] = [ago(tx, writtenAgo), ago(tx, triedAgo).clock.now()];
  await tx.db.insert(webhookDeliveries).values({
    ...{ id: tx.chance.id(), webhookId, event, ...became, body: bodyOf(written, event, dataOf(written, event, about)) },
    ...{ runsAt: became.state === 'pending' ? ago(tx, -nextTry).clock.now() : null },
    ...{ createdAt: written.clock.now(), updatedAt: tried },
  });
  const isTaken = became.state === 'delivered';
  await tx.db
    .update(webhooks)
    .set(isTaken ? { lastDeliveredAt: tried, failingSince: null } : { failingSince: written.clock.now() })
    .where(eq(webhooks.id, webhookId));
}

/** Lets the operator tell two programs, and what she told them be in every state that there is. */
export async function tellAround(ctx: Context, { operator, about }: Desk): Promise<void> {
  const by = actorOf(ctx, operator, 'operator');
  await inTransaction(ctx, async (tx) => {
    for (const { told, ...wish } of [books, chat]) {
      const { _id } = await addWebhook(tx, by, here, wish);
      for (const one of told) await noteTold(tx, _id, about, one);
      if (wish.url === chat.url) await changeWebhook(tx, by, here, _id, { isActive: false });
    }
  });
}

/** Mails about subscriptions, to fans. Prices are formatted texts. */
import { dayOf } from '../languages/formats';
import { say, type Interpolation, type Message } from '../languages/messages';
import { button, details, greeting, note, safeName, text } from './blocks';
import type { MailContent, Site } from './layout';

/** `performer` is the unescaped name; `link` leads to the fan's subscriptions. */
interface SubscriptionValues {
  name: string;
  performer: string;
  link: string;
}

export interface SubscriptionTemplateValues {
  /** `renewalPrice` is null if the subscription does not renew. */
  'subscription-started': SubscriptionValues & { price: Message; until: Date; renewalPrice: Message | null };
  'subscription-cancelled': SubscriptionValues & { until: Date };
  'subscription-expired': SubscriptionValues & { reason: Message };
  'renewal-notice': SubscriptionValues & { price: Message; at: Date; source: Message };
  'renewal-failed': SubscriptionValues & { price: Message; reason: Message; nextAttemptAt: Date };
  'price-raised': SubscriptionValues & { before: Message; price: Message; from: Date };
}

const performerName = (performer: string): Interpolation => safeName(performer, say`the creator`);
const subscriptionsButton = (link: string) => button(say`See your subscriptions`, link);

export const subscriptionTemplates: {
  [T in keyof SubscriptionTemplateValues]: (values: SubscriptionTemplateValues[T], site: Site) => MailContent;
} = {
  'subscription-started': ({ name, performer, link, price, until, renewalPrice }) => ({
    subject: say`Your subscription to ${performerName(performer)} has started`,
    preview: say`You have access until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} is active.`),
      details([say`Price`, price], [say`Access until`, dayOf(until)]),
      text(
        renewalPrice === null
          ? say`It doesn’t renew automatically. You won’t be charged when it ends.`
          : say`It renews automatically on ${dayOf(until)} for ${renewalPrice}. You can cancel anytime and keep access until then.`,
      ),
      subscriptionsButton(link),
    ],
  }),
  'subscription-cancelled': ({ name, performer, link, until }) => ({
    subject: say`Your subscription to ${performerName(performer)} won’t renew`,
    preview: say`You keep access until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} won’t renew. You keep access until ${dayOf(until)}.`),
      note(say`Changed your mind? You can resume it until then.`),
      subscriptionsButton(link),
    ],
  }),
  'subscription-expired': ({ name, performer, link, reason }) => ({
    subject: say`Your subscription to ${performerName(performer)} has ended`,
    preview: say`We couldn’t renew it.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} has ended because we couldn’t renew it. Reason:`),
      text(reason),
      text(say`You weren’t charged. You can subscribe again anytime.`),
      subscriptionsButton(link),
    ],
  }),
  'renewal-notice': ({ name, performer, link, price, at, source }) => ({
    subject: say`Your subscription to ${performerName(performer)} renews on ${dayOf(at)}`,
    preview: say`It will cost ${price}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} renews soon.`),
      details([say`Renews on`, dayOf(at)], [say`Price`, price], [say`Payment method`, source]),
      text(say`To stop the renewal, cancel before then. You keep access until the end of the period you paid for.`),
      subscriptionsButton(link),
    ],
  }),
  'renewal-failed': ({ name, performer, link, price, reason, nextAttemptAt }) => ({
    subject: say`We couldn’t renew your subscription to ${performerName(performer)}`,
    preview: say`You keep access while we try again.`,
    blocks: [
      greeting(name),
      text(say`We couldn’t renew your subscription to ${performerName(performer)}. Reason:`),
      text(reason),
      details([say`Price`, price], [say`Next attempt`, dayOf(nextAttemptAt)]),
      text(say`You keep access until then. To keep your subscription, choose another card or your wallet.`),
      subscriptionsButton(link),
    ],
  }),
  'price-raised': ({ name, performer, link, before, price, from }) => ({
    subject: say`The price of your subscription to ${performerName(performer)} is changing`,
    preview: say`From ${dayOf(from)}, it costs ${price}.`,
    blocks: [
      greeting(name),
      text(
        say`The price of your subscription to ${performerName(performer)} is changing. Periods you’ve already paid for aren’t affected.`,
      ),
      details([say`Current price`, before], [say`New price`, price], [say`Effective from`, dayOf(from)]),
      text(say`If you don’t want to pay the new price, cancel before that date.`),
      subscriptionsButton(link),
    ],
  }),
};

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
  /** `next` is the price of the renewal; null without one. */
  'subscription-started': SubscriptionValues & { price: Message; until: Date; next: Message | null };
  'subscription-cancelled': SubscriptionValues & { until: Date };
  'subscription-expired': SubscriptionValues & { reason: Message };
  'renewal-notice': SubscriptionValues & { price: Message; at: Date; source: Message };
  /** `next` is the time of the next attempt. */
  'renewal-failed': SubscriptionValues & { price: Message; reason: Message; next: Date };
  'price-raised': SubscriptionValues & { before: Message; price: Message; from: Date };
}

const performerName = (performer: string): Interpolation => safeName(performer, say`the performer`);
const subscriptionsButton = (link: string) => button(say`See your subscriptions`, link);

export const subscriptionTemplates: {
  [T in keyof SubscriptionTemplateValues]: (values: SubscriptionTemplateValues[T], site: Site) => MailContent;
} = {
  'subscription-started': ({ name, performer, link, price, until, next }) => ({
    subject: say`You are subscribed to ${performerName(performer)}`,
    preview: say`Your access lasts until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(say`You are subscribed to ${performerName(performer)} now.`),
      details([say`Price`, price], [say`Access until`, dayOf(until)]),
      text(
        next === null
          ? say`It does not renew by itself: nothing will be charged when it ends.`
          : say`It renews by itself on ${dayOf(until)} for ${next}. You can end the renewal at any time and keep your access until then.`,
      ),
      subscriptionsButton(link),
    ],
  }),
  'subscription-cancelled': ({ name, performer, link, until }) => ({
    subject: say`Your subscription to ${performerName(performer)} will not renew`,
    preview: say`You keep your access until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} will not renew. You keep your access until ${dayOf(until)}.`),
      note(say`Changed your mind? Until then you can let it renew again.`),
      subscriptionsButton(link),
    ],
  }),
  'subscription-expired': ({ name, performer, link, reason }) => ({
    subject: say`Your subscription to ${performerName(performer)} has ended`,
    preview: say`It could not be renewed.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} has ended, because it could not be renewed. The reason:`),
      text(reason),
      text(say`Nothing was charged. You can subscribe again at any time.`),
      subscriptionsButton(link),
    ],
  }),
  'renewal-notice': ({ name, performer, link, price, at, source }) => ({
    subject: say`Your subscription to ${performerName(performer)} renews on ${dayOf(at)}`,
    preview: say`It will cost ${price}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${performerName(performer)} renews soon.`),
      details([say`Renewal on`, dayOf(at)], [say`Price`, price], [say`Paid by`, source]),
      text(say`If you do not want that, end the renewal before. You keep your access until the end of what you have paid for.`),
      subscriptionsButton(link),
    ],
  }),
  'renewal-failed': ({ name, performer, link, price, reason, next }) => ({
    subject: say`Your subscription to ${performerName(performer)} could not be renewed`,
    preview: say`You keep your access while we try again.`,
    blocks: [
      greeting(name),
      text(say`We could not renew your subscription to ${performerName(performer)}. The reason:`),
      text(reason),
      details([say`Price`, price], [say`Next try`, dayOf(next)]),
      text(say`You keep your access until then. You can choose another card or your wallet now.`),
      subscriptionsButton(link),
    ],
  }),
  'price-raised': ({ name, performer, link, before, price, from }) => ({
    subject: say`The price of your subscription to ${performerName(performer)} changes`,
    preview: say`From ${dayOf(from)} it costs ${price}.`,
    blocks: [
      greeting(name),
      text(say`The price of your subscription to ${performerName(performer)} has changed. What you have paid for already stays as it is.`),
      details([say`Until now`, before], [say`New price`, price], [say`As of`, dayOf(from)]),
      text(say`If you do not want to go on at this price, end the renewal before that day.`),
      subscriptionsButton(link),
    ],
  }),
};

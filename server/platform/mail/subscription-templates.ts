/** What fans are told of their subscriptions. Prices come as words, in the unit that pays them. */
import { dayOf } from '../languages/formats';
import { say, type Hole, type Words } from '../../languages/say';
import { button, facts, greeting, note, shownName, text } from '../../mail/blocks';
import type { MailContent, Site } from './layout';

/** `performer` is her name as she gave it; `link` leads to the fan's subscriptions. */
interface OfSubscription {
  name: string;
  performer: string;
  link: string;
}

export interface SubscriptionTemplateValues {
  /** `next` is null for what does not renew. */
  'subscription-started': OfSubscription & { price: Words; until: Date; next: Words | null };
  'subscription-cancelled': OfSubscription & { until: Date };
  'subscription-expired': OfSubscription & { reason: Words };
  'renewal-notice': OfSubscription & { price: Words; at: Date; source: Words };
  /** `next` is when it is tried again. */
  'renewal-failed': OfSubscription & { price: Words; reason: Words; next: Date };
  'price-raised': OfSubscription & { before: Words; price: Words; from: Date };
}

const her = (performer: string): Hole => shownName(performer, say`the performer`);
const manage = (link: string) => button(say`See your subscriptions`, link);

export const subscriptionTemplates: {
  [T in keyof SubscriptionTemplateValues]: (values: SubscriptionTemplateValues[T], site: Site) => MailContent;
} = {
  'subscription-started': ({ name, performer, link, price, until, next }) => ({
    subject: say`You are subscribed to ${her(performer)}`,
    preview: say`Your access lasts until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(say`You are subscribed to ${her(performer)} now.`),
      facts([say`Price`, price], [say`Access until`, dayOf(until)]),
      text(
        next === null
          ? say`It does not renew by itself: nothing will be charged when it ends.`
          : say`It renews by itself on ${dayOf(until)} for ${next}. You can end the renewal at any time and keep your access until then.`,
      ),
      manage(link),
    ],
  }),
  'subscription-cancelled': ({ name, performer, link, until }) => ({
    subject: say`Your subscription to ${her(performer)} will not renew`,
    preview: say`You keep your access until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${her(performer)} will not renew. You keep your access until ${dayOf(until)}.`),
      note(say`Changed your mind? Until then you can let it renew again.`),
      manage(link),
    ],
  }),
  'subscription-expired': ({ name, performer, link, reason }) => ({
    subject: say`Your subscription to ${her(performer)} has ended`,
    preview: say`It could not be renewed.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${her(performer)} has ended, because it could not be renewed. The reason:`),
      text(reason),
      text(say`Nothing was charged. You can subscribe again at any time.`),
      manage(link),
    ],
  }),
  'renewal-notice': ({ name, performer, link, price, at, source }) => ({
    subject: say`Your subscription to ${her(performer)} renews on ${dayOf(at)}`,
    preview: say`It will cost ${price}.`,
    blocks: [
      greeting(name),
      text(say`Your subscription to ${her(performer)} renews soon.`),
      facts([say`Renewal on`, dayOf(at)], [say`Price`, price], [say`Paid by`, source]),
      text(say`If you do not want that, end the renewal before. You keep your access until the end of what you have paid for.`),
      manage(link),
    ],
  }),
  'renewal-failed': ({ name, performer, link, price, reason, next }) => ({
    subject: say`Your subscription to ${her(performer)} could not be renewed`,
    preview: say`You keep your access while we try again.`,
    blocks: [
      greeting(name),
      text(say`We could not renew your subscription to ${her(performer)}. The reason:`),
      text(reason),
      facts([say`Price`, price], [say`Next try`, dayOf(next)]),
      text(say`You keep your access until then. You can choose another card or your wallet now.`),
      manage(link),
    ],
  }),
  'price-raised': ({ name, performer, link, before, price, from }) => ({
    subject: say`The price of your subscription to ${her(performer)} changes`,
    preview: say`From ${dayOf(from)} it costs ${price}.`,
    blocks: [
      greeting(name),
      text(say`The price of your subscription to ${her(performer)} has changed. What you have paid for already stays as it is.`),
      facts([say`Until now`, before], [say`New price`, price], [say`As of`, dayOf(from)]),
      text(say`If you do not want to go on at this price, end the renewal before that day.`),
      manage(link),
    ],
  }),
};

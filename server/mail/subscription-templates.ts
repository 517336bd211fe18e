/** What fans are told of their subscriptions. Amounts come as text, prices being in tokens. */
import { button, dayOf, facts, greeting, note, shownName, text } from './blocks';
import type { MailContent, Site } from './layout';

/** `performer` is her name as she gave it; `link` leads to the fan's subscriptions. */
interface OfSubscription {
  name: string;
  performer: string;
  link: string;
}

export interface SubscriptionTemplateValues {
  /** `next` is null for what does not renew. */
  'subscription-started': OfSubscription & { price: string; until: Date; next: string | null };
  'subscription-cancelled': OfSubscription & { until: Date };
  'subscription-expired': OfSubscription & { reason: string };
  'renewal-notice': OfSubscription & { price: string; at: Date; source: string };
  /** `next` is when it is tried again. */
  'renewal-failed': OfSubscription & { price: string; reason: string; next: Date };
  'price-raised': OfSubscription & { before: string; price: string; from: Date };
}

const her = (performer: string): string => shownName(performer, 'the performer');
const manage = (link: string) => button('See your subscriptions', link);

export const subscriptionTemplates: {
  [T in keyof SubscriptionTemplateValues]: (values: SubscriptionTemplateValues[T], site: Site) => MailContent;
} = {
  'subscription-started': ({ name, performer, link, price, until, next }) => ({
    subject: `You are subscribed to ${her(performer)}`,
    preview: `Your access lasts until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(`You are subscribed to ${her(performer)} now.`),
      facts(['Price', price], ['Access until', dayOf(until)]),
      text(
        next === null
          ? 'It does not renew by itself: nothing will be charged when it ends.'
          : `It renews by itself on ${dayOf(until)} for ${next}. You can end the renewal at any time and keep your access until then.`,
      ),
      manage(link),
    ],
  }),
  'subscription-cancelled': ({ name, performer, link, until }) => ({
    subject: `Your subscription to ${her(performer)} will not renew`,
    preview: `You keep your access until ${dayOf(until)}.`,
    blocks: [
      greeting(name),
      text(`Your subscription to ${her(performer)} will not renew. You keep your access until ${dayOf(until)}.`),
      note('Changed your mind? Until then you can let it renew again.'),
      manage(link),
    ],
  }),
  'subscription-expired': ({ name, performer, link, reason }) => ({
    subject: `Your subscription to ${her(performer)} has ended`,
    preview: 'It could not be renewed.',
    blocks: [
      greeting(name),
      text(`Your subscription to ${her(performer)} has ended, because it could not be renewed. The reason:`),
      text(reason),
      text('Nothing was charged. You can subscribe again at any time.'),
      manage(link),
    ],
  }),
  'renewal-notice': ({ name, performer, link, price, at, source }) => ({
    subject: `Your subscription to ${her(performer)} renews on ${dayOf(at)}`,
    preview: `It will cost ${price}.`,
    blocks: [
      greeting(name),
      text(`Your subscription to ${her(performer)} renews soon.`),
      facts(['On', dayOf(at)], ['Price', price], ['Paid by', source]),
      text('If you do not want that, end the renewal before. You keep your access until the end of what you have paid for.'),
      manage(link),
    ],
  }),
  'renewal-failed': ({ name, performer, link, price, reason, next }) => ({
    subject: `Your subscription to ${her(performer)} could not be renewed`,
    preview: 'You keep your access while we try again.',
    blocks: [
      greeting(name),
      text(`We could not renew your subscription to ${her(performer)}. The reason:`),
      text(reason),
      facts(['Price', price], ['Next try', dayOf(next)]),
      text('You keep your access until then. You can choose another card or your wallet now.'),
      manage(link),
    ],
  }),
  'price-raised': ({ name, performer, link, before, price, from }) => ({
    subject: `The price of your subscription to ${her(performer)} changes`,
    preview: `From ${dayOf(from)} it costs ${price}.`,
    blocks: [
      greeting(name),
      text(`The price of your subscription to ${her(performer)} has changed. What you have paid for already stays as it is.`),
      facts(['Until now', before], ['New price', price], ['From', dayOf(from)]),
      text('If you do not want to go on at this price, end the renewal before that day.'),
      manage(link),
    ],
  }),
};

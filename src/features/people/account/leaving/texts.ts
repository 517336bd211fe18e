/** Texts for what is deleted with an account, what is retained, and what is lost. */
import { countWords } from '@web/lib/i18n/counts';
import { formatTokenCount } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import type { CurrentUser } from '@web/services/current-user';

export type Deletion = ResponseOf<'GET /account/deletion'>;

type OwnAccount = Pick<CurrentUser, '_id' | 'username' | 'isPerformer'>;
const profilePathOf = ({ _id, username }: OwnAccount): string => profilePath({ id: _id, username });

/** What the user loses, with numbers; empty when there is nothing to lose. */
export function deletionLosses({ balance, renewals, orders, subscribers, items }: Deletion, isPerformer: boolean): string[] {
  const tokens = formatTokenCount(balance);
  return [
    ...(balance > 0
      ? [isPerformer ? `${tokens} in earnings you haven’t withdrawn. Request a payout first.` : `${tokens} in your wallet.`]
      : []),
    ...(renewals > 0 ? [`${countWords(renewals, 'subscription')} that won’t renew.`] : []),
    ...(orders > 0 ? [`Access to ${countWords(orders, 'order')} on the way to you. Delivery continues.`] : []),
    ...(subscribers > 0 ? [`${countWords(subscribers, 'subscriber')}. Their subscriptions end, and they aren’t charged again.`] : []),
    ...(items > 0
      ? [`${countWords(items, 'post, video, gallery or product', 'posts, videos, galleries and products')} on your profile.`]
      : []),
  ];
}

/** What is deleted with the account. */
export function deletedData(isPerformer: boolean): string[] {
  return [
    'Your profile, settings, addresses, cards, devices and documents.',
    ...(isPerformer ? ['Everything you published, including files.'] : ['The creators you follow, your likes and bookmarks.']),
    'Your comments and the files you sent.',
    'The content of your messages. Others still see that there was a message.',
  ];
}

/** What is retained, for accounting and for fans who bought it. */
export function retainedData({ itemsSold }: Deletion): string[] {
  return [
    'Payments, purchases and orders with amounts and dates, but without your name. The law requires this.',
    ...(itemsSold > 0
      ? [`${countWords(itemsSold, 'item bought by fans', 'items bought by fans')}, still available to them from a “Deleted account”.`]
      : []),
  ];
}

/** What blocks the deletion, and where to settle it. */
export const obstacleTexts: Record<Deletion['obstacles'][number], (user: OwnAccount) => { text: string; href: string; linkText: string }> =
  {
    payment_pending: () => ({
      text: 'You have a payment in progress. Wait until it completes or fails. Bank payments can take a few days.',
      href: '/wallet?tab=payments',
      linkText: 'Your payments',
    }),
    payout_pending: (user) => ({
      text: 'You have a pending payout. Wait until it’s been approved and paid.',
      href: `${profilePathOf(user)}?tab=payouts`,
      linkText: 'Your payouts',
    }),
    orders_open: (user) => ({
      text: 'You have open orders from fans. Deliver or refund them first.',
      href: `${profilePathOf(user)}?tab=sales`,
      linkText: 'Your orders',
    }),
    account_in_debt: (user) => ({
      text: 'You have an outstanding balance. Settle it first: top up, earn it back or contact us.',
      href: user.isPerformer ? `${profilePathOf(user)}?tab=earnings` : '/wallet',
      linkText: user.isPerformer ? 'Your earnings' : 'Your wallet',
    }),
    last_operator: () => ({
      text: 'You’re the only owner of this site. Make someone else an owner first.',
      href: '/admin/operators',
      linkText: 'Operators',
    }),
  };

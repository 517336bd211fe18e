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
      ? [isPerformer ? `${tokens} that you earned and did not ask for. Ask for a payout first.` : `${tokens} in your wallet.`]
      : []),
    ...(renewals > 0 ? [`${countWords(renewals, 'subscription')}: nothing renews any more.`] : []),
    ...(orders > 0 ? [`Sight of ${countWords(orders, 'order')} on the way to you. They are still delivered.`] : []),
    ...(subscribers > 0 ? [`${countWords(subscribers, 'subscriber')}. Their subscriptions end and are not charged again.`] : []),
    ...(items > 0
      ? [`${countWords(items, 'post, video, gallery or product', 'posts, videos, galleries and products')} on your page.`]
      : []),
  ];
}

export function deletedData(isPerformer: boolean): string[] {
  return [
    'Your profile, settings, addresses, cards, devices and documents.',
    ...(isPerformer ? ['Your page and what you published, with its files.'] : ['Whom you follow, your likes and bookmarks.']),
    'Your comments, and the files that you sent.',
    'Your messages: the others still see that there was one, without its words.',
  ];
}

export function retainedData({ itemsSold }: Deletion): string[] {
  return [
    'Payments, purchases and orders, with their sums and dates and without your name: the law asks for them.',
    ...(itemsSold > 0
      ? [`${countWords(itemsSold, 'thing that fans bought', 'things that fans bought')}: they keep it, from a “Deleted account”.`]
      : []),
  ];
}

/** What blocks the deletion, and where to settle it. */
export const obstacleTexts: Record<Deletion['obstacles'][number], (user: OwnAccount) => { text: string; href: string; link: string }> = {
  payment_pending: () => ({
    text: 'A payment of yours is on its way. Wait until it has arrived or failed; banks can take some days.',
    href: '/wallet?tab=payments',
    link: 'Your payments',
  }),
  payout_pending: (user) => ({
    text: 'A payout of yours is open. It has to be decided and paid first.',
    href: `${profilePathOf(user)}?tab=payouts`,
    link: 'Your payouts',
  }),
  orders_open: (user) => ({
    text: 'Orders of your fans are on their way. Deliver them or give the money back first.',
    href: `${profilePathOf(user)}?tab=sales`,
    link: 'Your orders',
  }),
  account_in_debt: (user) => ({
    text: 'Your account owes the site money. Settle that first: top up, earn it, or write to the operators.',
    href: user.isPerformer ? `${profilePathOf(user)}?tab=earnings` : '/wallet',
    link: user.isPerformer ? 'Your earnings' : 'Your wallet',
  }),
  last_operator: () => ({
    text: 'You are the only owner of this site. Make somebody else an owner first.',
    href: '/admin/operators',
    link: 'The operators',
  }),
};

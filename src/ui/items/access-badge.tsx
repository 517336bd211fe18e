/** What something costs whoever looks, in a word: its price, for whom it is, or that it is paid for already. */
import type { Audience } from '@contract/values';
import { Tokens } from '../display/tokens';

interface Accessible {
  audience: Audience;
  price: number | null;
  isLocked: boolean;
  isBought: boolean;
  isSubscribed: boolean;
}

export function AccessBadge({ item: { audience, price, isLocked, isBought, isSubscribed } }: { item: Accessible }) {
  if (isBought) return 'Bought';
  if (audience === 'public') return null;
  if (isSubscribed && !isLocked) return 'Included';
  if (audience === 'paid') return price === null ? 'For sale' : <Tokens amount={price} />;
  return audience === 'subscribers' ? 'Subscribers' : 'Followers';
}

/** Whether the badge has anything to say. */
export const hasAccessBadge = ({ audience, isBought }: Accessible): boolean => isBought || audience !== 'public';

/** An item's access for the viewer: its price, its audience, or that it is bought. */
import type { Audience } from '@contract/kernel/values/content';
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
  if (audience === 'paid') return price === null ? 'Pay-per-view' : <Tokens amount={price} />;
  return audience === 'subscribers' ? 'Subscribers' : 'Followers';
}

/** Whether the badge is not empty. */
export const hasAccessBadge = ({ audience, isBought }: Accessible): boolean => isBought || audience !== 'public';

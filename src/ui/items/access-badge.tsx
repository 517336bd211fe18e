/** How the viewer gets access to an item: its price or audience, or that it is already bought or included. */
import type { Audience } from '@contract/kernel/values/content';
import { Tokens } from '../display/tokens';

interface AccessFields {
  audience: Audience;
  price: number | null;
  isLocked: boolean;
  isBought: boolean;
  isSubscribed: boolean;
}

export function AccessBadge({ item: { audience, price, isLocked, isBought, isSubscribed } }: { item: AccessFields }) {
  if (isBought) return 'Bought';
  if (audience === 'public') return null;
  if (isSubscribed && !isLocked) return 'Included';
  if (audience === 'paid') return price === null ? 'Pay-per-view' : <Tokens amount={price} />;
  return audience === 'subscribers' ? 'Subscribers' : 'Followers';
}

/** Whether the badge is not empty. */
export const hasAccessBadge = ({ audience, isBought }: AccessFields): boolean => isBought || audience !== 'public';

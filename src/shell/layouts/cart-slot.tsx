/**
 * Where the way to the cart stands, once something lies in it. Whoever has no cart, or nothing in it, does without its code:
 * this only looks whether the browser's storage holds one.
 */
import dynamic from 'next/dynamic';
import { useSyncExternalStore } from 'react';
import { useCartLines, useCurrentUser } from '@web/session/store/hooks';
import type { CartLinkProps } from './cart-link';

const CartLink = dynamic<CartLinkProps>(() => import('./cart-link').then((loaded) => loaded.CartLink), { ssr: false });

function watch(changed: () => void): () => void {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
}

function holdsCart(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('cart:'));
  } catch {
    return false;
  }
}

export function CartSpot({ place }: CartLinkProps) {
  const viewer = useCurrentUser();
  const isFilled = useCartLines()?.length;
  const isKept = useSyncExternalStore(watch, holdsCart, () => false);
  const isBuyer = viewer === null || (viewer.role === 'user' && !viewer.isPerformer);
  return isBuyer && (isFilled || isKept) ? <CartLink place={place} /> : null;
}

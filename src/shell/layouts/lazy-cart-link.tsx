/**
 * Renders the link to the cart if the browser has stored a cart. It only checks the browser's storage, so that people without a cart do not
 * load the cart's code.
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

function hasStoredCart(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('cart:'));
  } catch {
    return false;
  }
}

export function LazyCartLink({ place }: CartLinkProps) {
  const viewer = useCurrentUser();
  const lineCount = useCartLines()?.length ?? 0;
  const isStored = useSyncExternalStore(watch, hasStoredCart, () => false);
  const isBuyer = viewer === null || (viewer.role === 'user' && !viewer.isPerformer);
  return isBuyer && (lineCount > 0 || isStored) ? <CartLink place={place} /> : null;
}

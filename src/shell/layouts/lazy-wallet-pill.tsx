/**
 * The wallet pill for people with a wallet, not for operators and delegates. Guests do not load its code. The server renders it, so that
 * the layout does not shift.
 */
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import type { CurrentUser } from '@web/services/current-user';

const Pill = dynamic(() => import('./wallet-pill').then((loaded) => loaded.WalletPill));

const RailItem = dynamic(() => import('./wallet-pill').then((loaded) => loaded.WalletRailItem));

/** For preloading by `preload-account-components.ts`. */
export const lazyWalletComponents = [Pill, RailItem];

const hasBalance = (user: CurrentUser): boolean => user.role !== 'operator' && user.helper === null;

export function LazyWalletPill(props: ComponentProps<typeof Pill>) {
  return hasBalance(props.user) ? <Pill {...props} /> : null;
}

export function LazyWalletRailItem(props: ComponentProps<typeof RailItem>) {
  return hasBalance(props.user) ? <RailItem {...props} /> : null;
}

/**
 * The wallet pill for people with a wallet, not for operators and delegates. Guests do not load its code. The server renders it, so that
 * the layout does not shift.
 */
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';
import type { CurrentUser } from '@web/services/current-user';

const Pill = dynamic(() => import('./wallet-pill').then((loaded) => loaded.WalletPill));

const InRail = dynamic(() => import('./wallet-pill').then((loaded) => loaded.WalletRailItem));

/** For preloading. */
export const ownPills = [Pill, InRail];

const hasBalance = (user: CurrentUser): boolean => user.role !== 'operator' && user.helper === null;

export function OwnPill(props: ComponentProps<typeof Pill>) {
  return hasBalance(props.user) ? <Pill {...props} /> : null;
}

export function OwnRailBalance(props: ComponentProps<typeof InRail>) {
  return hasBalance(props.user) ? <InRail {...props} /> : null;
}

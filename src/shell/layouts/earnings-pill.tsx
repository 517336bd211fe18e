/**
 * The wallet pill for people with a wallet, not for operators and delegates. Guests do not load its code. The server renders it, so that
 * the layout does not shift.
 */
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';

const Pill = dynamic(() => import('./wallet-pill').then((loaded) => loaded.WalletPill));

/** For preloading. */
export const ownPills = [Pill];

export function OwnPill(props: ComponentProps<typeof Pill>) {
  return props.user.role === 'operator' || props.user.helper !== null ? null : <Pill {...props} />;
}

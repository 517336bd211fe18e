/**
 * The wallet's pill, for those who have a wallet: guests do without its code, operators and helpers without the pill, and the server renders
 * it so that nothing moves.
 */
import dynamic from 'next/dynamic';
import type { ComponentProps } from 'react';

const Pill = dynamic(() => import('./wallet-pill').then((loaded) => loaded.WalletPill));

/** For those who bring it ahead. */
export const ownPills = [Pill];

export function OwnPill(props: ComponentProps<typeof Pill>) {
  return props.user.role === 'operator' || props.user.helper !== null ? null : <Pill {...props} />;
}

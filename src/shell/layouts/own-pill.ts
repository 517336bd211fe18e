/** The wallet's pill, for those who have a wallet: guests do without its code, and the server renders it so that nothing moves. */
import dynamic from 'next/dynamic';

export const OwnPill = dynamic(() => import('../wallet-pill').then((loaded) => loaded.WalletPill));

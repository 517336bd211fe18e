/** Preloads the shell's components for signed-in people, since loading them after sign-in would shift the layout. */
import { preloadComponents } from '@web/lib/preload';
import { ErrorScreen } from './errors/lazy-error-page';
import { lazyWalletComponents } from './layouts/lazy-wallet-pill';
import { lazyNavComponents } from './layouts/primary-layout';
import { lazyAccountNotices } from './hosts/notice-stack';

/** Includes the error page, which could not be loaded without a connection. */
export const preloadAccountComponents = (): Promise<void> =>
  preloadComponents(...lazyWalletComponents, ...lazyNavComponents, ...lazyAccountNotices, ErrorScreen);

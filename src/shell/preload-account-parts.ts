/** Preloads the shell's components for signed-in people, since loading them after sign-in would shift the layout. */
import { preloadComponents } from '@web/lib/preload';
import { ErrorScreen } from './errors/lazy-error-page';
import { ownPills } from './layouts/earnings-pill';
import { navItems } from './layouts/primary-layout';
import { accountNotices } from './hosts/notice-stack';

/** Includes the error page, which could not be loaded without a connection. */
export const preloadAccountComponents = (): Promise<void> => preloadComponents(...ownPills, ...navItems, ...accountNotices, ErrorScreen);

/** What stands around a page for those who are signed in alone, brought before they arrive: what came later would push the page down. */
import { bringAhead } from '@web/lib/late';
import { ownPills } from './layouts/own-pill';
import { ownWays } from './layouts/primary-layout';
import { ownNotices } from './notice-stack';

export const loadOwnParts = (): Promise<void> => bringAhead(...ownPills, ...ownWays, ...ownNotices);

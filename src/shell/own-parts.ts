/** What stands around a page for those who are signed in alone, brought before they arrive: what came later would push the page down. */
import { bringAhead } from '@web/lib/late';
import { FaultScreen } from './late-fault';
import { ownPills } from './layouts/earnings-pill';
import { ownWays } from './layouts/primary-layout';
import { ownNotices } from './hosts/notice-stack';

/** And what says that a page broke: without a connection it could not be asked for any more. */
export const loadOwnParts = (): Promise<void> => bringAhead(...ownPills, ...ownWays, ...ownNotices, FaultScreen);

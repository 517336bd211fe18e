/** Joining the team by the link of an invitation. */
import { JoinScreen } from '@web/features/console/team/join-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({ access: 'login', screen: JoinScreen });

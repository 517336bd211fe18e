/** Accepts an operator invitation. */
import { JoinScreen } from '@web/features/console/team/join-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'login', screen: JoinScreen });

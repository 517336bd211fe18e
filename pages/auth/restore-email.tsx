import { RestoreEmailScreen } from '@web/features/people/sign-in/restore-email-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: RestoreEmailScreen });

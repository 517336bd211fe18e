import { ResetScreen } from '@web/features/people/sign-in/reset-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({ access: 'open', layout: 'blank', forbidsRedirect: true, screen: ResetScreen });
